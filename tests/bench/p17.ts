import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { HttpServer } from '#controller/http/http-server.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { openClient, type Client } from './client.ts';
import { KEY, keylessAccess, keyOf, LABEL, openDiskController, TABLE } from './disk-controller.ts';
import type { RatioGoal } from './goal.ts';

const HOST = '127.0.0.1';
/** All lines of a plant change their product at the same time. */
const PRINTERS = 500;
/** One of the three models of virtual printers has too small a print height for the label and takes no part. */
const VIRTUAL_PRINTERS = (PRINTERS * 3) / 2;
const LABEL_HEIGHT = 50;
/** Requests of each connection, one after the other. */
const REQUESTS = 4;
const BODIES = 1_000;
/** A single batch is short and noisy, and both sides need warm-up. */
const STEADY = { rounds: 9, sampleMs: 1_200, parts: 8 };

/**
 * Concurrent selections of rows: validated, the row resolved, the print checked, durable before the response; compared with a server that
 * responds to the same bodies with the same text and does nothing. A separate thread sends the requests.
 */
export const SELECTIONS_GOAL: RatioGoal = {
  name: 'P17',
  goal: { atLeast: 0.2 },
  effort: STEADY,
  prepare: async () => {
    const { controller, db, close } = await openDiskController({ printers: VIRTUAL_PRINTERS, threads: 2 });
    const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
    const own = { host: HOST, requestsPerSecond: 1_000_000, newId: () => randomUUID(), log: pino({ level: 'silent' }) };
    const server = await HttpServer.create({ controller, keys, access: keylessAccess(db), ...own });
    const bare = fastify();
    bare.post('/printers/:name/printJob', async () => ({ id: randomUUID(), position: 0 }));
    const fitting = controller.printers.all().filter(({ properties: { height } }) => height === undefined || height >= LABEL_HEIGHT);
    const names = fitting.slice(0, PRINTERS).map(({ name }) => encodeURIComponent(name));
    const product = await openPosts(
      await server.listen(0),
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
        await Promise.all([server.close(0), bare.close()]);
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
