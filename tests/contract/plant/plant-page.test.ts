import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';

let connections: PlantConnections;
let plant: Plant;
let server: PlantServer;
let url = '';
const folder = mkdtempSync(join(tmpdir(), 'strobe-plant-page-'));

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Strobe plant</title>');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/index.js'), 'void 0;');
  connections = await openEmbedded();
  await migratePlant(connections, { isAllowed: true });
  const log = pino({ enabled: false });
  plant = new Plant({ connections, now: () => Date.now(), log });
  server = await PlantServer.create({ plant, version: '0.0.0', host: '127.0.0.1', names: [], pageRoot: folder, newId: randomUUID, log });
  url = await server.listen(0);
});

afterAll(async () => {
  await server.close(0);
  await plant.stop();
  await connections.close();
  rmSync(folder, { recursive: true });
});

/** Headers of a browser that follows a link on another site. `fetch` sets its own instead. */
const FOREIGN_LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('the page of a plant', () => {
  it.each(['/', '/prints?serial=A%201'])('is served without a key at %s, with a policy that lets it load', async (path) => {
    const answer = await fetch(url + path);
    const policy = answer.headers.get('content-security-policy');
    expect([answer.status, await answer.text(), policy]).toEqual([
      200,
      expect.stringContaining('Strobe plant'),
      expect.stringContaining("script-src 'self'"),
    ]);
  });

  it('has files that a browser keeps', async () => {
    const { status, headers } = await fetch(`${url}/assets/index.js`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it.each([
    ['GET', '/plant/v1/nothing', 404],
    ['GET', '/healthz/nothing', 404],
    ['GET', '/plant/v1/session', 401],
    ['DELETE', '/plant/v1/archive', 405],
    ['GET', '/plant/v1/archive/retention', 405],
  ])('is not what answers %s %s', async (method, path, status) => {
    const answer = await fetch(url + path, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining('application/problem+json')]);
  });

  it('can be linked to from another site, which the API cannot', async () => {
    const statusOf = async (path: string) => {
      const [answer] = (await once(get(url + path, { headers: FOREIGN_LINK }), 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect([await statusOf('/prints'), await statusOf('/plant/v1/session')]).toEqual([200, 403]);
  });

  it('is not part of the description of the API', () => {
    expect(Object.keys((server.document() as { paths: object }).paths).filter((path) => path.includes('*'))).toEqual([]);
  });
});
