import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { HttpDoor } from '#controller/http/http-door.ts';
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
/** Answers that take microseconds: who else uses the machine meets both sides alike when they take turns often. */
const STEADY = { rounds: 9, sampleMs: 1_200, parts: 8 };

/**
 * Reading a printer's status and all variables, by a client whose requests the guard lets in, against a bare server that puts the
 * same answers, which it has at hand, into JSON.
 */
const READS: RatioGoal = {
  name: 'P14',
  goal: { atLeast: 0.9 },
  effort: STEADY,
  prepare: async () => {
    const plant = await openPlant();
    const door = await openDoor(plant);
    const bare = await listening(bareServer(await answersOf(plant)));
    return contestOf(plant, { url: await door.listen(0), end: () => door.close(0) }, bare);
  },
};

/** The same reads through a door with its guard, against one that lets everybody in: nothing else differs. */
const GUARD: RatioGoal = {
  name: 'P14-guard',
  goal: { atLeast: 0.9 },
  effort: STEADY,
  prepare: async () => {
    const plant = await openPlant();
    const [guarded, open] = [await openDoor(plant), await openDoor(plant, () => undefined)];
    return contestOf(
      plant,
      { url: await guarded.listen(0), end: () => guarded.close(0) },
      { url: await open.listen(0), end: () => open.close(0) },
    );
  },
};

export const READS_GOALS: readonly Goal[] = [READS, GUARD];

/** A server that is asked. */
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

function openDoor({ controller, db }: DiskController, guard?: () => undefined): Promise<HttpDoor> {
  const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
  const own = { host: HOST, requestsPerSecond: 1_000_000, newId: () => randomUUID(), log: pino({ level: 'silent' }) };
  return HttpDoor.create({ controller, keys, access: keylessAccess(db), ...own }, guard);
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
  const asked = { paths: Array.from({ length: CONNECTIONS }, () => [STATUS, LIST]).flat(), bodies: [], times: REQUESTS };
  const [a, b] = [await openClient(ours.url, asked), await openClient(theirs.url, asked)];
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
