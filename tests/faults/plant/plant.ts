import { setTimeout as wait } from 'node:timers/promises';
import type { PlantState } from '#contract/api-v3/plant.ts';
import { PostgresServer } from '#support/postgresql.ts';
import { Random } from '#support/random.ts';
import { refuse, type Order } from '../fault-run.ts';
import { judge, readLine, readPlant } from './plant-judge.ts';
import { PlantLine } from './plant-line.ts';
import { PlantSite } from './plant-site.ts';
import { request } from './request.ts';
import { SharedRuns } from './shared-runs.ts';
import { Staff } from './staff.ts';
import { Troubles } from './troubles.ts';
import { setUpLine } from './work.ts';

const LINES = 8;
const MINUTE = 60_000;
/** Milliseconds until everything is sent, and until every printer prints again, once there are no more faults. */
const PATIENCE = 3 * MINUTE;
const LOOK_EVERY = 500;
const TELL_EVERY = 30_000;
/** Rows of the last run for each line; all lines print it without a fault. */
const LAST_ROWS = 25;
/** Marks that each printer makes at the end. */
const LAST_MARKS = 3;

/**
 * Lines whose controllers take their serial numbers and rows from a plant, while controllers, instances of the plant, its database and the networks between them
 * fail. At the end, when everything works again and nothing waits, marks, ledgers and archive are compared.
 */
export async function plant({ amount, seed, tell }: Order, lines = LINES): Promise<string> {
  const missing = PostgresServer.missing();
  if (missing !== undefined) throw new Error(missing);
  const run = await PlantRun.build(lines, tell);
  try {
    return await run.suffer(amount * MINUTE, seed);
  } catch (error) {
    run.keep();
    throw error;
  } finally {
    await run.close();
  }
}

/** The plant of a run, with its lines and their staff. */
class PlantRun {
  readonly #site: PlantSite;
  readonly #lines: readonly PlantLine[];
  readonly #runs: SharedRuns;
  readonly #staff: readonly Staff[];
  readonly #tell: Order['tell'];
  #isKept = false;
  #isOver = false;

  private constructor(site: PlantSite, lines: readonly PlantLine[], tell: Order['tell']) {
    this.#site = site;
    this.#lines = lines;
    this.#runs = new SharedRuns(site);
    this.#staff = lines.map((line) => new Staff(line, this.#runs));
    this.#tell = tell;
  }

  static async build(count: number, tell: Order['tell']): Promise<PlantRun> {
    const lines = Array.from({ length: count }, (_, index) => new PlantLine(`North ${index + 1}`, () => site.nextPort()));
    for (const { cable } of lines) await cable.plugIn();
    const site = await PlantSite.build(lines.map(({ cable }) => `127.0.0.1:${cable.port}`));
    const run = new PlantRun(site, lines, tell);
    try {
      const connect = async (line: PlantLine) => {
        await line.furnish();
        await line.start();
        await setUpLine(line.url, { url: `http://127.0.0.1:${line.cable.port}`, key: site.key, name: line.name });
      };
      await Promise.all([site.startAll(), ...lines.map(connect)]);
      return run;
    } catch (error) {
      await run.close();
      throw error;
    }
  }

  /** Makes faults for so many milliseconds, and judges what came of it. Throws a `Violation`. */
  async suffer(duration: number, seed: number): Promise<string> {
    const troubles = new Troubles(new Random(seed), { site: this.#site, lines: this.#lines });
    const work = [...this.#staff.map((staff) => staff.work(() => this.#isOver)), this.#runs.follow(() => this.#isOver)];
    const end = Date.now() + duration;
    const told = setInterval(() => this.#tell(`${this.#marks} marks, ${describe(troubles)}`), TELL_EVERY);
    try {
      await troubles.make(() => Date.now() > end);
    } finally {
      clearInterval(told);
    }
    this.#tell('no more faults: everything is sent');
    await this.#drain();
    await this.#printLast();
    await this.#drain();
    this.#isOver = true;
    await Promise.all(work);
    return this.#judge(troubles);
  }

  keep(): void {
    this.#isKept = true;
    this.#tell(`the evidence is in ${this.#lines.map(({ folder }) => folder).join(' ')}`);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    for (const line of this.#lines) await line.close(this.#isKept);
    await this.#site.close();
  }

  get #marks(): number {
    return this.#lines.reduce((sum, { marks }) => sum + marks, 0);
  }

  /** No more products pass; then no print is open, and nothing waits for the plant. Throws a `Violation` if that takes too long. */
  async #drain(): Promise<void> {
    for (const staff of this.#staff) staff.isPrinting = false;
    await this.#reach(async () => (await Promise.all(this.#lines.map(waitingOf))).flat());
  }

  /** Every printer prints again: all rows of another run, and some serial numbers. Throws a `Violation` if that takes too long. */
  async #printLast(): Promise<void> {
    const rows = LAST_ROWS * this.#lines.length;
    this.#runs.begin(rows);
    const printers = this.#lines.flatMap(({ name, logs }) => logs.map((log) => ({ name, log, wanted: log.total() + LAST_MARKS })));
    for (const staff of this.#staff) staff.isPrinting = true;
    const { name: run } = this.#runs.current;
    await this.#reach(async () => {
      const figures = await this.#runs.figures();
      const isPrinted = this.#runs.current.name !== run || figures?.printed === rows;
      const late = printers.filter(({ log, wanted }) => log.total() < wanted);
      return [
        ...late.map(({ name, log }) => `${name}: ${log.printer} prints no more`),
        ...(isPrinted ? [] : [`the last run is not printed: ${JSON.stringify(figures)}`]),
      ];
    });
  }

  /** Waits until nothing is left of what `left` names. Throws a `Violation` with it if that takes too long. */
  async #reach(left: () => Promise<string[]>): Promise<void> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const rest = await left();
      if (rest.length === 0) return;
      if (Date.now() > end) refuse(rest);
      await wait(LOOK_EVERY);
    }
  }

  async #judge(troubles: Troubles): Promise<string> {
    const lines = this.#lines.map(readLine);
    const record = await readPlant(this.#site);
    const ended = [...this.#site.faults, ...this.#lines.flatMap(({ faults }) => faults)];
    refuse([...ended, ...this.#staff.flatMap(({ faults }) => faults), ...judge(lines, record, this.#runs.runs)]);
    const ledgers = new Map(lines.map(({ line, ledger }) => [line, ledger]));
    const undone = record.archive.filter(({ line, print }) => !ledgers.get(line)?.prints.has(print));
    const rows = (state: string) =>
      record.ranges.filter((range) => range.state === state).reduce((sum, { first, end }) => sum + end - first, 0);
    return [
      `${lines.length} controllers with ${lines.length * 4} printers, ${this.#site.instances} instances of the plant`,
      describe(troubles),
      `${this.#marks} marks, 0 twice, ${this.#staff.reduce((sum, { resolved }) => sum + resolved, 0)} prints resolved by people`,
      `numbers of ${record.leases.length} blocks`,
      `${this.#runs.runs.size} runs with ${rows('printed')} rows printed and ${rows('held')} left with lines, 0 twice`,
      `${record.archive.length} prints in the archive, as in the ledgers, and ${undone.length} of them undone by restores`,
    ].join('; ');
  }
}

/** What keeps a line from being empty, as sentences. */
async function waitingOf(line: PlantLine): Promise<string[]> {
  const answer = await request(line.url, 'GET plant');
  if (answer?.status !== 200) return [`${line.name}: its controller does not answer`];
  const { phase, waiting, refused, reason = '' } = answer.body as PlantState;
  const open = line.ledger.prints(1).filter(({ state }) => !['printed', 'void'].includes(state));
  return [
    ...(phase === 'connected' ? [] : [`${line.name} is ${phase}: ${reason}`]),
    ...(waiting === 0 && refused === 0 ? [] : [`${line.name}: ${waiting} prints wait for the plant, ${refused} are refused`]),
    ...open.map(({ id, state }) => `${line.name}: print ${id} is still ${state}`),
  ];
}

function describe({ counts }: Troubles): string {
  const { kill, instance, database, cut, unplug, silence, slow, clock, backup, restore } = counts;
  return (
    `kills: ${kill} of controllers, ${instance} of the plant, ${database} of PostgreSQL; networks: ${cut} cut, ${unplug} unplugged, ${silence} silent, ${slow} slow; ` +
    `${clock} clocks set, ${backup} backups, ${restore} restores`
  );
}
