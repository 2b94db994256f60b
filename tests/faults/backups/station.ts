import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { beginProgram, killDuringStart } from '#support/program.ts';
import type { Random } from '#support/random.ts';
import { refuse, Violation } from '../fault-run.ts';
import { Customer } from '../kills/customer.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';
import { BackupFiles } from './backup-files.ts';
import { Book, type Known } from './book.ts';

/** Two lines share a counter. */
const LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 1_200, bufferDepth: 8, isColor: false },
];
const PRODUCTS_PER_MINUTE = 1_200;
/** Rows for a database of several megabytes, which takes a while to copy. */
const ROWS = 20_000;
const MAX_BACKUPS = 4;
const MAX_MARKS = 20;
/** In milliseconds. */
const PATIENCE = 60_000;
/** Maximum delay of a kill after its work has started, in milliseconds. */
const MAX_LATE = 30;
/** Maximum delay of a kill after the start of a restart with a restore, in milliseconds. */
const MAX_START = 1_500;
const RESTORE_EXIT = 9;
/** The work that a kill interrupts; backups more often than the rest. */
const WORKS = ['service', 'service', 'service', 'command', 'command', 'restore', 'restart'] as const;

type Work = (typeof WORKS)[number];

/** A data folder with a controller that prints, makes backups and restores them, and is killed while doing so. */
export class Station {
  readonly folder = mkdtempSync(join(tmpdir(), 'strobe-backups-'));
  readonly book = new Book(this.folder, LINES);
  readonly files = new BackupFiles(this.folder);
  readonly #random: Random;
  readonly #knownBy = new Map<string, Known>();
  #controller: ControllerProcess | undefined;
  #customers: Customer[] = [];
  #ended: Promise<unknown> = Promise.resolve();
  /** The backup that was restored, or may have been, since the last confirmation. */
  #maybeRestored: string | undefined;
  #round = 0;
  halves = 0;
  restores = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  async open(): Promise<void> {
    await furnishFolder(this.folder, LINES);
    const url = await this.#start();
    await selectSerials(url, LINES);
    const rows = Array.from({ length: ROWS }, (_, row) => `A-${row},"product number ${row}, in a box"`);
    await callApi('PUT', `${url}/api/v3/tables/Products`, `Article,Name\n${rows.join('\n')}\n`);
    await this.#backUp(url);
  }

  /** Prints, starts a work, kills the controller and checks what remains. Throws a `Violation`. */
  async suffer(): Promise<void> {
    this.#round += 1;
    const url = await this.#start();
    this.#print(url);
    await this.#marks(this.#random.whole(1, MAX_MARKS));
    await this.#interrupt(this.#random.pick(WORKS), url);
    await this.#kill();
    if (this.files.unfinished().length > 0) this.halves += 1;
    refuse([...this.book.readMarks(), ...this.files.faults(), ...(this.#maybeRestored === undefined ? this.book.losses() : [])]);
  }

  /** Starts the controller a last time and checks everything. Throws a `Violation`. */
  async finish(): Promise<void> {
    await this.#start();
    refuse([...this.book.readMarks(), ...this.files.faults(), ...this.book.losses()]);
  }

  async close(isKept: boolean): Promise<void> {
    await this.#kill();
    if (!isKept) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts the controller, and checks that no partial files remain, that a backup succeeds, and that restored data are confirmed. */
  async #start(): Promise<string> {
    if (this.#controller) return this.#controller.url;
    this.#controller = await startController({ dataFolder: this.folder, flags: ['--empty'] });
    const { url } = this.#controller;
    refuse(this.files.unfinished().map((name) => `${name} is still there after a start`));
    await this.#recover(url);
    refuse([...this.book.readMarks(), ...this.book.losses()]);
    if (this.#round > 0) await this.#backUp(url);
    return url;
  }

  async #recover(url: string): Promise<void> {
    const { recovery } = await readApi<{ recovery: { reason: string } | null }>(`${url}/api/v3/recovery`);
    const restored = this.#maybeRestored;
    this.#maybeRestored = undefined;
    if (!recovery) return;
    if (restored === undefined) throw new Violation(`nothing was restored, but the controller asks for confirmation: ${recovery.reason}`);
    if (recovery.reason !== 'backup') throw new Violation(`a backup was restored, but the controller's reason is ${recovery.reason}`);
    this.restores += 1;
    const known = this.#knownBy.get(restored);
    if (!known) throw new Error(`the content of ${restored} is unknown`);
    this.book.forget(known);
    const { status } = await fetch(`${printerUrl(url, 'Line 1')}/trigger`, { method: 'POST' });
    if (status !== 409) throw new Violation(`a trigger before the confirmation of the data: ${status}`);
    await callApi('POST', `${url}/api/v3/recovery/confirm`);
    for (const { printer, counter } of LINES) await callApi('POST', `${printerUrl(url, printer)}/printJob`, { labelName: counter });
  }

  /** Makes a backup, which must succeed, and removes the oldest ones. */
  async #backUp(url: string): Promise<void> {
    const known = this.#known();
    const answer = await callApi('POST', `${url}/api/v3/backups`);
    const { name } = (await answer.json()) as { name: string };
    this.#knownBy.set(name, known);
    refuse(this.files.faults());
    for (const old of this.files.names().slice(0, -MAX_BACKUPS)) await callApi('DELETE', `${url}/api/v3/backups/${old}`);
  }

  #known(): Known {
    return this.book.known(this.#customers.flatMap(({ acknowledged }) => acknowledged));
  }

  #print(url: string): void {
    this.#customers = LINES.map(({ printer }) => new Customer(url, { printer, name: `${this.#round}-${printer.replace(' ', '-')}` }));
    const conveyor = { running: true, productsPerMinute: PRODUCTS_PER_MINUTE };
    const conveyors = LINES.map(({ printer }) => callApi('PUT', `${printerUrl(url, printer)}/conveyor`, conveyor));
    this.#ended = Promise.all([...conveyors, ...this.#customers.map((customer) => customer.trigger())]);
  }

  async #marks(wanted: number): Promise<void> {
    for (const end = Date.now() + PATIENCE; this.book.fresh() < wanted; await wait(5)) {
      if (Date.now() > end) throw new Error(`fewer than ${wanted} marks within ${PATIENCE} ms`);
    }
  }

  async #interrupt(work: Work, url: string): Promise<void> {
    const before = this.files.names();
    if (work === 'service' || work === 'command') {
      const known = this.#known();
      await (work === 'service' ? this.#killService(url) : this.#killCommand(['backup', '--data', this.folder]));
      for (const name of this.files.names()) if (!before.includes(name)) this.#knownBy.set(name, known);
      return;
    }
    const name = this.#random.pick(before);
    this.#maybeRestored = name;
    if (work === 'restart') return this.#killRestart(url, name);
    await this.#kill();
    return this.#killCommand(['restore', this.files.path(name), '--data', this.folder]);
  }

  async #killService(url: string): Promise<void> {
    // The kill may come before the response.
    const asked = fetch(`${url}/api/v3/backups`, { method: 'POST' }).then(
      () => undefined,
      () => undefined,
    );
    await this.#underWay(asked);
    await this.#controller?.kill();
    await asked;
  }

  async #killCommand(args: string[]): Promise<void> {
    const { ended, kill } = beginProgram('controller.ts', args);
    await this.#underWay(ended);
    kill();
    await ended;
  }

  async #killRestart(url: string, name: string): Promise<void> {
    await callApi('POST', `${url}/api/v3/backups/${name}/restore`);
    const code = await this.#controller?.ended;
    if (code !== RESTORE_EXIT) throw new Violation(`expected exit code ${RESTORE_EXIT} to restore a backup, got ${String(code)}`);
    const args = ['--data', this.folder, '--port', '0', '--empty'];
    await killDuringStart('controller.ts', args, this.#random.whole(0, MAX_START));
  }

  /** Resolves shortly after partial files appear, or when the work is over. */
  async #underWay(over: Promise<unknown>): Promise<void> {
    let isOver = false;
    const noted = over.then(() => (isOver = true));
    const end = Date.now() + PATIENCE;
    while (!isOver && this.files.unfinished().length === 0) {
      if (Date.now() > end) throw new Error(`no work started within ${PATIENCE} ms`);
      await wait(1);
    }
    await Promise.race([noted, wait(this.#random.whole(0, MAX_LATE))]);
  }

  async #kill(): Promise<void> {
    await this.#controller?.kill();
    this.#controller = undefined;
    await this.#ended;
    this.book.acknowledge(this.#customers.flatMap(({ acknowledged }) => acknowledged));
    this.#customers = [];
  }
}
