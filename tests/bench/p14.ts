import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { HttpServer } from '#controller/http/http-server.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { openClient } from './client.ts';
import { keylessAccess, openDiskController, type DiskController } from './disk-controller.ts';
import type { Contest, Goal, RatioGoal } from './goal.ts';

const HOST = '127.0.0.1';
const CONNECTIONS = 8;
const REQUESTS = 16;
const VARIABLES = 20;
const STATUS = '/api/v3/status';
const LIST = '/api/v3/variables';
/** Requests take microseconds; frequent alternation exposes both sides to the same disturbances. */
const STEADY = { rounds: 9, sampleMs: 1_200, parts: 8 };

/**
 * Reading a printer's status and all variables with a key that the guard accepts, compared with a bare server that serializes the same
 * prepared responses to JSON.
 */
const READS: RatioGoal = {
  name: 'P14',
  goal: { atLeast: 0.9 },
  effort: STEADY,
  prepare: async () => {
    const plant = await openPlant();
    const server = await openServer(plant);
    const bare = await listening(bareServer(await answersOf(plant)));
    return contestOf(plant, { url: await server.listen(0), end: () => server.close(0) }, bare);
  },
};

/** The same reads through a server with its guard, compared with one that accepts every request and is otherwise the same. */
const GUARD: RatioGoal = {
  name: 'P14-guard',
  goal: { atLeast: 0.9 },
  effort: STEADY,
  prepare: async () => {
    const plant = await openPlant();
    const [guarded, open] = [await openServer(plant), await openServer(plant, () => undefined)];
    return contestOf(
      plant,
      { url: await guarded.listen(0), end: () => guarded.close(0) },
      { url: await open.listen(0), end: () => open.close(0) },
    );
  },
};

export const READS_GOALS: readonly Goal[] = [READS, GUARD];

/** One side of the comparison: a server. */
interface Side {
  url: string;
  end: () => unknown;
}

async function openPlant(): Promise<DiskController> {
  const plant = await openDiskController({ printers: 1, threads: 1 });
  for (let number = 1; number <= VARIABLES; number += 1)
    await plant.controller.variables.put(`Variable ${number}`, variableSchema.parse({ value: `Value ${number}` }));
  return plant;
}

function openServer({ controller, db }: DiskController, guard?: () => undefined): Promise<HttpServer> {
  const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
  const own = { host: HOST, requestsPerSecond: 1_000_000, newId: () => randomUUID(), log: pino({ level: 'silent' }) };
  return HttpServer.create({ controller, keys, access: keylessAccess(db), ...own }, guard);
}

async function answersOf({ controller }: DiskController): Promise<Record<string, unknown>> {
  const { name } = controller.printers.getOnly();
  return { [STATUS]: await controller.printing.status(name), [LIST]: await controller.variables.list() };
}

function bareServer(answers: Record<string, unknown>): Server {
  return createServer(({ url = '' }, response) => {
    const body = JSON.stringify(answers[url]);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  });
}

async function listening(server: Server): Promise<Side> {
  await once(server.listen(0, HOST), 'listening');
  return { url: `http://${HOST}:${(server.address() as AddressInfo).port}`, end: () => void server.close() };
}

async function contestOf(plant: DiskController, ours: Side, theirs: Side): Promise<Contest> {
  const requests = { paths: Array.from({ length: CONNECTIONS }, () => [STATUS, LIST]).flat(), bodies: [], times: REQUESTS };
  const [a, b] = [await openClient(ours.url, requests), await openClient(theirs.url, requests)];
  return {
    a: () => a.ask(),
    b: () => b.ask(),
    dispose: async () => {
      await Promise.all([a.end(), b.end()]);
      await Promise.all([ours.end(), theirs.end()]);
      await plant.close();
    },
  };
}
