import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import { connectToServer } from '#plant/database/server-connections.ts';
import { Plant } from '#plant/plant.ts';
import { freePort } from '#support/free-port.ts';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';
import { PlantProcess, type PlantInstance } from '#support/plant-process.ts';
import { PostgresServer } from '#support/postgresql.ts';
import { until } from '#support/until.ts';
import { refuse, type Order } from '../fault-run.ts';
import { SubscribedLine } from './subscribed-line.ts';

const LABEL = { kind: 'label', name: 'Food case' } as const;
const ALL = { sites: [], lines: [], tags: [] };
const PUBLICATIONS = 5;
/** Milliseconds. */
const IDLE = 10_000;
const LONGEST = 5_000;
const WINDOW = 100;
const MOST_OF_IDLE = 2;
/** The share of the lines that may return in the same 100 ms. */
const MOST_AT_ONCE = 0.05;
/** How long both instances are away. */
const OUTAGE = 5_000;

/**
 * Publishes a label to so many lines, each with the program's own client, over two instances of the plant on a real PostgreSQL, and then kills both instances
 * at once. Other requests are sent by a thread of their own meanwhile.
 */
export async function fanOut({ amount, tell }: Order): Promise<string> {
  const missing = PostgresServer.missing();
  if (missing !== undefined) throw new Error(missing);
  await using resources = new AsyncDisposableStack();
  const server = await PostgresServer.start();
  resources.defer(() => server.stop());
  const database = await server.createDatabase('plant');
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (details: object, message: string) => console.error(message, details),
  };
  const connections = connectToServer([database], log);
  resources.defer(() => connections.close());
  await migratePlant(connections, { isAllowed: true });
  const plant = new Plant({ connections, now: () => Date.now(), log });
  resources.defer(() => plant.stop());
  const key = await plant.keys.add({ name: 'all', scopes: ['report', 'read'] });

  const ports = [await freePort(), await freePort()];
  const startInstances = () => Promise.all(ports.map((port) => PlantProcess.startOn(database, port)));
  let instances: PlantInstance[] = await startInstances();
  resources.defer(async () => void (await Promise.all(instances.map((instance) => instance.kill()))));

  let questions = 0;
  const versions = new Map<number, number>();
  const lines = Array.from({ length: amount }, (_, number) => {
    const url = instances[number % instances.length]?.url ?? '';
    return new SubscribedLine({
      ...{ url, key, number },
      // Only of lines that are not back: afterwards each asks again at once.
      onQuestion: (newest) => (questions += newest > PUBLICATIONS ? 0 : 1),
      onTaken: ({ version }) => versions.set(version, (versions.get(version) ?? 0) + 1),
    });
  });
  resources.defer(async () => void (await Promise.all(lines.map((line) => line.stop()))));
  for (const line of lines) line.start();
  await until(
    () => Promise.resolve(questions),
    (asked) => asked >= amount,
  );
  await wait(LONGEST);

  const probe = new Probe(instances[0]?.url ?? '', key);
  const idle = await probe.during(() => wait(IDLE));
  tell(`${amount} lines wait; other requests take ${percentile(idle, 0.99).toFixed(1)} ms at their 99th percentile`);
  const times: number[] = [];
  const busy = await probe.during(async () => {
    for (let version = 1; version <= PUBLICATIONS; version += 1) times.push(await publish(plant, { version, amount, versions }));
  });
  await probe.stop();
  const slower = percentile(busy, 0.99) / percentile(idle, 0.99);
  tell(`all lines had it after ${times.map((time) => Math.round(time)).join(', ')} ms; the others ${percentile(busy, 0.99).toFixed(1)} ms`);

  await Promise.all(instances.map((instance) => instance.kill()));
  await wait(OUTAGE);
  instances = await startInstances();
  questions = 0;
  const windows: number[] = [];
  const returned = publish(plant, { version: PUBLICATIONS + 1, amount, versions });
  let isOver = false;
  void returned.finally(() => (isOver = true));
  while (!isOver) {
    const before = questions;
    await wait(WINDOW);
    windows.push(questions - before);
  }
  const back = await returned;
  const peak = Math.max(...windows) / amount;
  refuse([
    ...times.filter((time) => time > LONGEST).map((time) => `a publication needed ${Math.round(time)} ms to reach all lines`),
    ...(slower > MOST_OF_IDLE ? [`other requests took ${slower.toFixed(2)} times as long at their 99th percentile`] : []),
    ...(peak > MOST_AT_ONCE ? [`${Math.max(...windows)} of ${amount} lines returned in the same 100 ms`] : []),
  ]);
  return (
    `${PUBLICATIONS} publications to ${amount} lines within ${Math.round(Math.max(...times))} ms, other requests ${slower.toFixed(2)}x at p99; ` +
    `after both instances were killed, all lines were back after ${(back / 1_000).toFixed(1)} s, at most ${Math.max(...windows)} in 100 ms`
  );
}

interface Publishing {
  version: number;
  amount: number;
  versions: ReadonlyMap<number, number>;
}

/** Publishes a new version, and resolves with the milliseconds until all lines have it. */
async function publish(plant: Plant, { version, amount, versions }: Publishing): Promise<number> {
  const bytes = Buffer.from(JSON.stringify({ ...KETCHUP_LABEL, width: 80 + version }));
  await plant.library.save(LABEL, { bytes, comment: '', by: 'author' });
  const start = performance.now();
  await plant.library.publish(LABEL, { version, target: ALL, isChangeable: false, replacesOwn: false }, 'publisher');
  await until(
    () => Promise.resolve(versions.get(version) ?? 0),
    (count) => count === amount,
  );
  return performance.now() - start;
}

/** Other requests, from a thread of their own. */
class Probe {
  readonly #worker: Worker;
  #times: number[] = [];

  constructor(url: string, key: string) {
    this.#worker = new Worker(new URL('./probe-worker.ts', import.meta.url), { workerData: { url, key } });
    this.#worker.on('message', (time: number) => this.#times.push(time));
  }

  /** The milliseconds of the answers that arrived during the work. */
  async during(work: () => Promise<unknown>): Promise<number[]> {
    this.#times = [];
    await work();
    return this.#times;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
