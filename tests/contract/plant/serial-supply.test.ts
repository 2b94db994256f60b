import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counterSchema } from '#contract/api-v3/counter.ts';
import type { SerialLease } from '#contract/plant/serial-lease.ts';
import { ProblemError } from '#contract/problem.ts';
import { Counters } from '#controller/counters/counters.ts';
import type { BlockRequest } from '#controller/counters/plant-blocks.ts';
import { PlantFailure } from '#controller/plant-connection/plant-client.ts';
import { PlantLoop } from '#controller/plant-connection/plant-loop.ts';
import { SerialSupply } from '#controller/plant-connection/serial-supply.ts';
import type { Timers } from '#controller/platform/timers.ts';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { Plant } from '#plant/plant.ts';
import { silentLog } from '#process/log.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { Random } from '#support/random.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';

/** Waits take no time. */
const HASTY: Timers = { setTimeout: (act) => setTimeout(act, 1), clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) };
const NAME = 'Serial';

let connections: PlantConnections;
let plant: Plant;

beforeAll(async () => {
  connections = await openEmbedded();
  await migratePlant(connections, { isAllowed: true });
  plant = new Plant({ connections, now: () => Date.now(), log: { info: () => undefined, error: () => undefined } });
});

afterAll(async () => {
  await plant.stop();
  await connections.close();
});

/** A controller with one counter of the plant, whose database can be restored from a backup. */
class Line {
  readonly printed: number[] = [];
  isCut = false;
  /** Whether answers of the plant are lost, although it has done what they say. */
  isDeaf = false;
  counters!: Counters;
  readonly #id: string;
  readonly #folder: string;
  #db!: ControllerDatabase;
  #supply!: SerialSupply;
  #loop!: PlantLoop;
  #requests = 0;

  constructor(id: string, folder: string) {
    this.#id = id;
    this.#folder = folder;
  }

  /** The first start, with a counter that takes its numbers from one of the plant. */
  async create(plantCounter = 'Case'): Promise<void> {
    this.#open();
    await this.counters.put(NAME, counterSchema.parse({}));
    await inTransaction(this.#db, (trx) => this.counters.takeFromPlant(NAME, plantCounter, trx));
  }

  async endPlantNumbers(): Promise<void> {
    await inTransaction(this.#db, (trx) => this.counters.endPlantNumbers(NAME, trx));
  }

  get reason(): string | undefined {
    return this.#supply.reasonOf(NAME);
  }

  start(): void {
    this.#loop.start();
  }

  get left(): Promise<number> {
    return this.counters.plantNumbers(NAME).then(({ left }) => left);
  }

  /** Prints as many as it can, up to `most`. */
  async print(most: number): Promise<void> {
    for (let count = 0; count < most; count += 25) {
      const numbers: number[] = [];
      try {
        await inTransaction(this.#db, async (trx) => {
          for (let print = 0; print < 25; print += 1) {
            numbers.push((await this.counters.readings([NAME], trx)).get(NAME)?.value ?? Number.NaN);
            await this.counters.advance([NAME], trx);
          }
        });
      } catch (error) {
        if (error instanceof ProblemError && error.slug === 'serials-used-up') return;
        throw error;
      }
      this.printed.push(...numbers);
    }
  }

  /** Ends the controller at once, and starts it again. */
  async restart(between: () => void = () => undefined): Promise<void> {
    await this.#close();
    between();
    this.#open();
    this.start();
  }

  async backUp(): Promise<void> {
    await this.restart(() => copyFileSync(this.#file, `${this.#file}.backup`));
  }

  /** As `Recovery` does when it finds a database that is not the one of the last run. */
  async restore(): Promise<void> {
    await this.#close();
    for (const end of ['-wal', '-shm', '']) rmSync(this.#file + end, { force: true });
    copyFileSync(`${this.#file}.backup`, this.#file);
    this.#open();
    await inTransaction(this.#db, (trx) => this.counters.plantBlocks.forgetAll(trx));
    this.start();
  }

  async stop(): Promise<void> {
    await this.#close();
  }

  get #file(): string {
    return join(this.#folder, `${this.#id}.db`);
  }

  #open(): void {
    this.#db = openControllerDatabase(this.#file);
    this.counters = new Counters({ db: this.#db });
    this.#supply = new SerialSupply({
      ...{ db: this.#db, counters: this.counters, log: silentLog, now: () => Date.now() },
      client: {
        lease: (block) => this.#call(() => this.#lease(block)),
        reportUnused: ({ plantCounter, ...serials }) =>
          this.#call(() => plant.reportUnused({ controller: this.#id, name: plantCounter }, serials)),
      },
      write: (work) => inTransaction(this.#db, work),
      newId: () => `${this.#id}-request-${Date.now()}-${(this.#requests += 1)}`,
    });
    this.#loop = new PlantLoop({ timers: HASTY, log: silentLog, random: () => 0 }, this.#supply);
  }

  #lease({ plantCounter, request, size, highest }: BlockRequest): Promise<SerialLease> {
    return plant.lease({ controller: this.#id, name: plantCounter }, { request, size, ...(highest !== null && { highest }) });
  }

  async #call<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isCut) throw new PlantFailure('The plant could not be reached.');
    const result = await work().catch((error: unknown) => {
      throw error instanceof ProblemError ? new PlantFailure(error.message) : error;
    });
    if (this.isDeaf) throw new PlantFailure('The plant did not answer in time.', { isTimeout: true });
    return result;
  }

  async #close(): Promise<void> {
    await this.#loop.stop();
    await this.#db.destroy();
  }
}

it.each([1, 2])('no number is printed twice on any line, over cuts, lost answers, restarts and restores (seed %i)', async (seed) => {
  const random = new Random(seed);
  await plant.counters.put('Case', { next: 1 + (seed - 1) * 10_000_000, last: seed * 10_000_000, description: '' });
  const folder = temporaryFolder();
  const lines = ['a', 'b', 'c', 'd'].map((id) => new Line(`line-${seed}-${id}`, folder));
  for (const line of lines) {
    await line.create();
    line.start();
    await until(
      () => line.left,
      (left) => left > 0,
    );
    await line.backUp();
  }
  for (let step = 0; step < 60; step += 1) {
    const line = random.pick(lines);
    const acts = [
      () => line.print(random.whole(25, 1_500)),
      () => line.print(random.whole(25, 1_500)),
      () => line.restart(),
      () => line.backUp(),
      () => line.restore(),
      () => void (line.isCut = !line.isCut),
      () => void (line.isDeaf = !line.isDeaf),
    ];
    await random.pick(acts)();
  }
  for (const line of lines) {
    line.isCut = line.isDeaf = false;
    await until(
      () => line.left,
      (left) => left > 0,
    );
    await line.print(50);
    await line.stop();
  }
  const printed = lines.flatMap((line) => line.printed);
  expect(printed.length).toBeGreaterThan(2_000);
  expect(new Set(printed).size).toBe(printed.length);
});

it('asks again with the same request when an answer was lost, and reports the numbers that will never be used', async () => {
  const line = new Line('line-lost-answer', temporaryFolder());
  const leases = async () => (await plant.counters.leases('Case')).filter(({ controller }) => controller === 'line-lost-answer');
  line.isDeaf = true;
  await line.create();
  line.start();
  await until(leases, ({ length }) => length > 0);
  line.isDeaf = false;
  await until(
    () => line.left,
    (left) => left === 2_000,
  );
  await line.print(25);
  await line.endPlantNumbers();
  await until(leases, ([lease]) => lease?.unused === 1_975);
  expect(await leases()).toHaveLength(1);
  await line.stop();
});

it('says why a counter gets no numbers', async () => {
  const line = new Line('line-unknown', temporaryFolder());
  await line.create('Unknown');
  line.start();
  await until(
    async () => line.reason,
    (reason) => reason === 'The plant has no counter "Unknown".',
  );
  expect(await line.left).toBe(0);
  await line.stop();
});
