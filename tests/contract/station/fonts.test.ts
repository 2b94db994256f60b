import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { madeFont } from '#support/made-fonts.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { connectionWhen } from '#support/watch.ts';

let folder: string;
let service: OpenService;
let station: OpenStation;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-station-fonts-'));
  writeFileSync(join(folder, 'han.ttf'), madeFont({ family: 'Han', characters: '漢' }));
  service = await openService({ virtualPrinters: 1, fontFolders: [folder] });
  station = await openStation({ controllers: [service.url] });
});

afterAll(async () => {
  await station.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    client = recording(await station.connect(link), called);
    connection = (await connectionWhen(client, ({ url, state }) => url === service.url && state === 'online')).id;
  });

  it('fonts are listed, and one that comes with the controller is not removed', async () => {
    const fonts = await client.fonts.list({ connection });
    expect(fonts[0]).toMatchObject({ family: 'Arimo', style: 'Regular', isBundled: true });
    await expect(client.fonts.remove({ connection, family: 'Arimo', style: 'Regular' })).rejects.toMatchObject({ slug: 'font-bundled' });
  });

  it('fonts of the computer are listed by the characters that they have, and installed', async () => {
    const [font] = await client.fonts.listSystem({ connection, characters: '漢' });
    expect(font).toMatchObject({ family: 'Han', style: 'Regular' });
    const installed = { family: 'Han', style: 'Regular' };
    await expect(client.fonts.installSystem({ connection, id: font?.id ?? '' })).resolves.toMatchObject(installed);
    expect(await client.fonts.list({ connection })).toContainEqual(expect.objectContaining(installed));
    await expect(client.fonts.installSystem({ connection, id: 'gone' })).rejects.toMatchObject({ slug: 'not-found' });
    await expect(client.fonts.remove({ connection, ...installed })).resolves.toEqual({});
  });

  it('every operation was called', () => {
    expect([...called].sort()).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'fonts')));
  });
});
