import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { format } from 'oxfmt';
import { PROBLEMS } from '#contract/problem.ts';
import { Audit } from '#controller/audit/audit.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { createController } from '#controller/controller.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { HttpServer } from '#controller/http/http-server.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { ApiKeys } from '#controller/keys/api-keys.ts';
import { connectToServer } from '#plant/database/server-connections.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

/** Folder of the documents that the contract tests compare with. Check their diff: existing clients must continue to work. */
const FIXTURES = new URL('../../tests/fixtures/', import.meta.url);

async function writeJson(file: string, value: unknown): Promise<void> {
  const { code } = await format(file, JSON.stringify(value), { printWidth: 140 });
  await writeFile(new URL(file, FIXTURES), code);
}

const log = pino({ level: 'silent' });
// First, because the server of the controller registers components that would be used here, too. The document needs no database.
const plant = new Plant({ connections: connectToServer([], log), now: () => 0, log });
const plantServer = await PlantServer.create({ plant, version: '0.0.0', host: '127.0.0.1', names: [], newId: () => 'none', log });
await writeJson('openapi/plant-v1.json', plantServer.document());
await plantServer.close(1_000);

const dataFolder = await mkdtemp(join(tmpdir(), 'strobe-openapi-'));
const db = openControllerDatabase(':memory:');
const parts = { db, now: () => 0, newId: () => 'none' };
const controller = await createController({
  ...parts,
  ...{ dataFolder, drawing: new DrawingPool(), isEmpty: true, isSafeMode: false, version: '0.0.0', samplesFolder: '' },
});
const access = {
  apiKeys: new ApiKeys(parts),
  audit: new Audit({ ...parts, signingKey: signingKeyIn(join(dataFolder, 'audit-signing-key.pem')) }),
  isKeyRequired: false,
};
const server = await HttpServer.create({ ...parts, controller, keys: new IdempotencyKeys(parts), access, host: '127.0.0.1', log });
await writeJson('openapi/api-v3.json', server.document());
await writeJson('problems/problems.json', PROBLEMS);
await server.close(1_000);
await db.destroy();
await rm(dataFolder, { recursive: true });
