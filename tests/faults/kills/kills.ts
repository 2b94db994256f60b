import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { killDuringStart } from '#support/program.ts';
import { Random } from '#support/random.ts';
import type { Order } from '../fault-run.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';
import { Customer } from './customer.ts';
import { Judge } from './judge.ts';
import { SharedWork, WORK_LINES } from './shared-work.ts';

/** Two lines share a counter; the last one is slower than its products, so that its buffer fills up. */
const SERIAL_LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 1_200, bufferDepth: 8, isColor: false },
  { printer: 'Line 3', counter: 'Third', lineSpeed: 960, bufferDepth: 8, isColor: true },
  { printer: 'Line 4', counter: 'Fourth', lineSpeed: 600, bufferDepth: 8, isColor: false },
];
const LINES: readonly LineSetup[] = [...SERIAL_LINES, ...WORK_LINES];
const PRODUCTS_PER_MINUTE = 2_000;
/** Number of concurrent stations: starting one takes longer than killing it. */
const STATIONS = 2;
/** One in this many kills happens while the controller starts. */
const STARTS = 8;
/** Maximum number of marks from a start to a kill: about 300 ms of all lines together. */
const MAX_MARKS = 40;
const REPORT_EVERY = 25;

interface Figures {
  kills: number;
  acknowledged: number;
  blocks: number;
  /** A station has found a violation: the others stop too. */
  isOver: boolean;
}

/** Kills controllers repeatedly, each in its own data folder. */
export async function kills({ amount, seed, tell }: Order): Promise<string> {
  const figures: Figures = { kills: 0, acknowledged: 0, blocks: 0, isOver: false };
  const told = (): void => {
    figures.kills += 1;
    if (figures.kills % REPORT_EVERY === 0) tell(`${figures.kills} kills`);
  };
  const shares = Array.from({ length: STATIONS }, (_, index) => Math.floor((amount + index) / STATIONS));
  const ends = await Promise.allSettled(
    shares.map(async (share, index) => {
      const station = new Station(new Random(seed + index));
      try {
        return await station.suffer(share, figures, told);
      } catch (error) {
        figures.isOver = true;
        station.keep();
        tell(`the evidence is in ${station.folder}`);
        throw error;
      } finally {
        await station.close();
      }
    }),
  );
  const judges = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  const sum = (figure: (judge: Judge) => number) => judges.reduce((total, judge) => total + figure(judge), 0);
  const deepest = Math.max(...judges.map((judge) => judge.deepest));
  return [
    `${figures.kills} kills of ${STATIONS} stations with ${LINES.length} printers each`,
    `${sum(({ prints }) => prints)} prints, ${sum(({ marks }) => marks)} marks, 0 duplicates`,
    `${sum((judge) => judge.count(({ content }) => content.length > 0))} prints of shared rows, each row once, and none after ${figures.blocks} blocks`,
    `${sum((judge) => judge.count(({ supersedes }) => supersedes !== null))} prints reworked, each once`,
    `0 of ${figures.acknowledged} acknowledgements lost`,
    `at most ${deepest} prints of a printer unknown`,
    'ledger and engine logs agree after every restart',
  ].join('; ');
}

/** A data folder with a controller that is killed and restarted. */
class Station {
  readonly #random: Random;
  readonly folder = mkdtempSync(join(tmpdir(), 'strobe-kills-'));
  #isKept = false;
  readonly #judge: Judge;
  readonly #work: SharedWork;
  #controller: ControllerProcess | undefined;

  constructor(random: Random) {
    this.#random = random;
    this.#judge = new Judge(this.folder, LINES);
    this.#work = new SharedWork(this.folder, random);
  }

  async suffer(times: number, figures: Figures, told: () => void): Promise<Judge> {
    await furnishFolder(this.folder, LINES);
    const url = await this.#start();
    await selectSerials(url, SERIAL_LINES);
    await this.#work.setUp(url);
    for (let kill = 1; kill <= times && !figures.isOver; kill += 1) {
      if (this.#random.whole(1, STARTS) === 1) await this.#killWhileStarting();
      else figures.acknowledged += await this.#killWhilePrinting(kill);
      told();
    }
    await this.#start();
    await this.#judge.afterRestart();
    this.#judge.atTheEnd();
    figures.blocks += this.#work.blocks;
    return this.#judge;
  }

  /** Keeps the data folder as evidence. */
  keep(): void {
    this.#isKept = true;
  }

  async close(): Promise<void> {
    await this.#controller?.kill();
    if (!this.#isKept) rmSync(this.folder, { recursive: true, force: true });
  }

  async #start(): Promise<string> {
    this.#controller ??= await startController({ dataFolder: this.folder, flags: ['--empty'] });
    return this.#controller.url;
  }

  async #kill(): Promise<void> {
    await this.#controller?.kill();
    this.#controller = undefined;
  }

  /** Returns the number of acknowledged triggers. */
  async #killWhilePrinting(kill: number): Promise<number> {
    const url = await this.#start();
    await this.#judge.afterRestart();
    await this.#work.provide(url);
    const customers: Customer[] = [];
    for (const { printer } of LINES) {
      const by = this.#random.pick(['conveyor', 'customer', 'both']);
      if (by !== 'customer')
        await callApi('PUT', `${printerUrl(url, printer)}/conveyor`, { running: true, productsPerMinute: PRODUCTS_PER_MINUTE });
      if (by !== 'conveyor') customers.push(new Customer(url, { printer, name: `${kill}-${printer.replace(' ', '-')}` }));
    }
    const ended = Promise.all(customers.map((customer) => customer.trigger()));
    await this.#judge.freshMarks(this.#random.whole(1, MAX_MARKS));
    const blocked = await this.#work.block(url);
    if (blocked !== undefined) this.#judge.block(blocked);
    await wait(this.#random.whole(0, 20));
    await this.#kill();
    await ended;
    const acknowledged = customers.flatMap((customer) => customer.acknowledged);
    this.#judge.afterKill(acknowledged);
    return acknowledged.length;
  }

  async #killWhileStarting(): Promise<void> {
    await this.#kill();
    await killDuringStart('controller.ts', ['--data', this.folder, '--port', '0', '--empty'], this.#random.whole(0, 1_500));
    this.#judge.afterKill([]);
  }
}
