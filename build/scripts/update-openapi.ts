import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { format } from 'prettier';
import { PROBLEMS } from '#contract/problem.ts';
import { Audit } from '#controller/audit/audit.ts';
import { Controller } from '#controller/controller.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { HttpDoor } from '#controller/http/http-door.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { ApiKeys } from '#controller/keys/api-keys.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';

/** Writes the documents that the contract tests compare with. Look at their diff: what stood there before must still hold. */
const FIXTURES = new URL('../../tests/fixtures/', import.meta.url);

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(new URL(file, FIXTURES), await format(JSON.stringify(value), { parser: 'json', printWidth: 140 }));
}

const dataFolder = await mkdtemp(join(tmpdir(), 'strobe-openapi-'));
const db = openControllerDatabase(':memory:');
const parts = { db, now: () => 0, newId: () => 'none' };
const controller = await Controller.create({
  ...parts,
  ...{ dataFolder, drawing: new DrawingPool(), isEmpty: true, isSafeMode: false, version: '0.0.0', samplesFolder: '' },
});
const log = pino({ level: 'silent' });
const access = { apiKeys: new ApiKeys(parts), audit: new Audit(parts), isKeyRequired: false };
const door = await HttpDoor.create({ ...parts, controller, keys: new IdempotencyKeys(parts), access, host: '127.0.0.1', log });
await writeJson('openapi/api-v3.json', door.document());
await writeJson('problems/problems.json', PROBLEMS);
await door.close(1_000);
await db.destroy();
await rm(dataFolder, { recursive: true });
