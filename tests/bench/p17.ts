import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { HttpDoor } from '#controller/http/http-door.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { openClient, type Client } from './client.ts';
import { KEY, keylessAccess, keyOf, LABEL, openDiskController, TABLE } from './disk-controller.ts';
import type { RatioGoal } from './goal.ts';

const HOST = '127.0.0.1';
/** A plant that changes its product: all lines hear of it at once. Of several models; some print less high than the label is. */
const PRINTERS = 128;
const LABEL_HEIGHT = 50;
/** Requests of each connection, one after the other. */
const REQUESTS = 4;
const BODIES = 1_000;
/** One batch in sixty milliseconds tells little, and nothing until both have compiled what they run again and again. */
const STEADY = { rounds: 9, sampleMs: 1_200, parts: 8 };

/**
 * Selections of rows by printers at the same time: checked, the row found, the print checked, durable when answered; against a server that
 * answers the same bodies with the same words and does nothing. Both are asked by another thread.
 */
export const SELECTIONS_GOAL: RatioGoal = {
  name: 'P17',
  goal: { atLeast: 0.35 },
  effort: STEADY,
  prepare: async () => {
    const { controller, db, close } = await openDiskController({ printers: PRINTERS, threads: 2 });
    const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
    const own = { host: HOST, requestsPerSecond: 1_000_000, newId: () => randomUUID(), log: pino({ level: 'silent' }) };
    const door = await HttpDoor.create({ controller, keys, access: keylessAccess(db), ...own });
    const bare = fastify();
    bare.post('/printers/:name/printJob', async () => ({ id: randomUUID(), position: 0 }));
    const fitting = controller.printers.all().filter(({ properties: { height } }) => height === undefined || height >= LABEL_HEIGHT);
    const names = fitting.map(({ name }) => encodeURIComponent(name));
    const product = await openPosts(
      await door.listen(0),
      names.map((name) => `/api/v3/printers/${name}/printJob`),
    );
    const empty = await openPosts(
      await bare.listen({ host: HOST, port: 0 }),
      names.map((name) => `/printers/${name}/printJob`),
    );
    return {
      a: () => product.ask(),
      b: () => empty.ask(),
      dispose: async () => {
        await Promise.all([product.end(), empty.end()]);
        await Promise.all([door.close(0), bare.close()]);
        await close();
      },
    };
  },
};

function openPosts(url: string, paths: readonly string[]): Promise<Client> {
  const bodies = Array.from({ length: BODIES }, (_, row) =>
    JSON.stringify({ labelName: LABEL, tableName: TABLE, keyColumn: KEY, key: keyOf(row) }),
  );
  return openClient(url, { paths, bodies, times: REQUESTS });
}
