import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { HttpDoor } from '#controller/http/http-door.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { openClient } from './client.ts';
import { keylessAccess, openDiskController } from './disk-controller.ts';
import type { RatioGoal } from './goal.ts';

const HOST = '127.0.0.1';
const CONNECTIONS = 8;
const REQUESTS = 16;
const VARIABLES = 20;

/**
 * Reading a printer's status and all variables, by a client whose requests the guard lets in, against a bare server that puts the
 * same answers, which it has at hand, into JSON.
 */
export const READS_GOAL: RatioGoal = {
  name: 'P14',
  goal: { atLeast: 0.9 },
  prepare: async () => {
    const { controller, db, close } = await openDiskController({ printers: 1, threads: 1 });
    for (let number = 1; number <= VARIABLES; number += 1)
      await controller.variables.put(`Variable ${number}`, variableSchema.parse({ value: `Value ${number}` }));
    const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
    const own = { host: HOST, requestsPerSecond: 1_000_000, newId: () => randomUUID(), log: pino({ level: 'silent' }) };
    const door = await HttpDoor.create({ controller, keys, access: keylessAccess(db), ...own });
    const { name } = controller.printers.getOnly();
    const answers: Record<string, unknown> = {
      '/api/v3/status': await controller.printing.status(name),
      '/api/v3/variables': await controller.variables.list(),
    };
    const bare = createServer(({ url = '' }, response) => {
      const body = JSON.stringify(answers[url]);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
    });
    await once(bare.listen(0, HOST), 'listening');
    const asked = { paths: Array.from({ length: CONNECTIONS }, () => Object.keys(answers)).flat(), bodies: [], times: REQUESTS };
    const product = await openClient(await door.listen(0), asked);
    const empty = await openClient(`http://${HOST}:${(bare.address() as AddressInfo).port}`, asked);
    return {
      a: () => product.ask(),
      b: () => empty.ask(),
      dispose: async () => {
        await Promise.all([product.end(), empty.end()]);
        bare.close();
        await door.close(0);
        await close();
      },
    };
  },
};
