import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pino } from 'pino';
import { ARCHIVE_COLUMNS } from '#contract/plant/archived-print.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import { connectToServer } from '#plant/database/server-connections.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';
import { archiveCsv, archiveRow, DOCUMENT, DOCUMENT_HASH } from '#support/archive-csv.ts';
import { PostgresServer } from '#support/postgresql.ts';
import { CannotMeasure, type RatioGoal } from '../goal.ts';

const PRINTS_PER_REQUEST = 5_000;
const REQUESTS = 2;

/**
 * Prints with a serial each, into the archive: HTTP, all indexes, each print once. Compared with COPY of the same rows into a table without
 * indexes, on one connection of the same server.
 */
export const ARCHIVE_GOAL: RatioGoal = {
  name: 'P43',
  goal: { atLeast: 0.4 },
  effort: { rounds: 5, sampleMs: 1_000, parts: 1 },
  prepare: async () => {
    const missing = PostgresServer.missing();
    if (missing !== undefined) throw new CannotMeasure(missing);
    await using resources = new AsyncDisposableStack();
    const database = await PostgresServer.start();
    resources.defer(() => database.stop());
    const address = await database.createDatabase('plant');
    const log = pino({ level: 'silent' });
    const connections = connectToServer([address], log);
    resources.defer(() => connections.close());
    await migratePlant(connections, { isAllowed: true });
    const plant = new Plant({ connections, now: () => Date.now(), log });
    const key = await plant.keys.add({ name: 'line 1', scopes: ['report'] });
    await plant.storeDocument(DOCUMENT_HASH, Buffer.from(DOCUMENT));
    const server = await PlantServer.create({ plant, version: '', host: '127.0.0.1', names: [], newId: randomUUID, log });
    resources.defer(() => server.close(1_000));
    const url = `${await server.listen(0)}/plant/v1/controllers/c1/prints`;
    const bare = new pg.Client({ connectionString: address });
    await bare.connect();
    resources.defer(() => bare.end());
    await bare.query(`CREATE TABLE bare (${ARCHIVE_COLUMNS.map((column) => `"${column}" text`).join(', ')})`);
    const batches = batchesOfPrints();
    const held = resources.move();
    return {
      a: async () => {
        const answers = await Promise.all(batches.next().value.map((csv) => post(url, { key, csv })));
        if (answers.some((stored) => stored !== PRINTS_PER_REQUEST)) throw new Error(`stored ${answers.join(', ')}`);
      },
      b: async () => {
        for (const csv of batches.next().value) {
          await pipeline(Readable.from([csv]), bare.query(copyFrom('COPY bare FROM STDIN WITH (FORMAT csv, HEADER true)')));
        }
      },
      dispose: () => held.disposeAsync(),
    };
  },
};

/** Prints that were never sent before: made outside of what is timed only as far as a generator can, on both sides alike. */
function* batchesOfPrints(): Generator<Buffer[], never> {
  for (let first = 1; ; first += REQUESTS * PRINTS_PER_REQUEST) {
    yield Array.from({ length: REQUESTS }, (_request, request) =>
      archiveCsv(Array.from({ length: PRINTS_PER_REQUEST }, (_print, print) => archiveRow(first + request * PRINTS_PER_REQUEST + print))),
    );
  }
}

async function post(url: string, { key, csv }: { key: string; csv: Buffer }): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(csv) });
  const answer = (await response.json()) as { stored?: number; detail?: string };
  if (answer.stored === undefined) throw new Error(answer.detail);
  return answer.stored;
}
