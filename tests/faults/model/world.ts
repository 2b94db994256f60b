import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { labelSchema } from '#contract/api-v3/label.ts';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { createController, type Controller } from '#controller/controller.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import type { CheckedPrint, CheckedRows } from '#controller/drawing/worker-messages.ts';
import type { Picture } from '#controller/drawing/drawn-picture.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { HandClock } from '../../unit/electron/controller/engines/hand-clock.ts';
import { PRINTERS, type Choice, type Command } from './command.ts';
import { HandDevice } from './hand-device.ts';
import { COPIES, COUNTED, LABELS } from './choice-rows.ts';
import { inOrderOf } from './plain-queue.ts';
import type { Answer } from './plain-state.ts';
import { seenPrint, type SeenPrinter, type Snapshot } from './snapshot.ts';

/** The tables that a sequence changes. */
const TABLES = ['job_owed', 'frozen_rows', 'print_serials', 'missed_triggers', 'prints', 'jobs', 'print_counters'] as const;
const HISTORY = ['history_minutes', 'history_quarters'] as const;
const BEGIN = Date.parse('2026-11-21T06:00:00Z');
const WORD = { by: 'Ada', reason: 'seen' };
const TABLE = COPIES.map((copies, row) => [`K${row}`, copies, LABELS[row] ?? '', COUNTED[row] ?? '']);
/** Longer than any bounce time, so that sequences are independent. */
const BETWEEN_SEQUENCES = 1_000;

/** Draws and checks nothing: pictures do not affect what is printed when. */
class NoDrawing extends DrawingPool {
  readonly #picture: Picture = { planes: [createBitmap(1, 1)], hash: '', hdpi: 300, vdpi: 300 };

  override async draw(): Promise<Picture> {
    return this.#picture;
  }

  override async check(): Promise<CheckedRows> {
    return { row: 0, height: 1, vdpi: 300 };
  }

  override async checkEach(_order: unknown, rows: readonly unknown[]): Promise<CheckedPrint[]> {
    return rows.map(() => ({ height: 1, vdpi: 300 }));
  }
}

/** The configuration of a printer. */
export interface LineKind {
  name: string;
  /** Whether a missed trigger stops it. */
  stops: boolean;
  /** Whether its device reports a count. */
  counts: boolean;
}

/** The answer of an operation, and the id of the job that it created. */
interface Done {
  answer: Answer;
  id?: string | undefined;
}

/** The real modules of a controller, with devices under the control of the test. The database outlives its controllers. */
export class World {
  readonly lines: readonly LineKind[];
  readonly #db: ControllerDatabase = openControllerDatabase(':memory:');
  readonly #devices = Array.from({ length: PRINTERS }, (_, index) => new HandDevice(index === 0));
  #clock = new HandClock(BEGIN);
  #controller!: Controller;
  #ids = 0;

  private constructor() {
    this.lines = this.#devices.map((_, index) => ({ name: `Line ${index + 1}`, stops: index === 1, counts: index === 0 }));
  }

  static async open(): Promise<World> {
    const world = new World();
    await world.#start();
    await world.#furnish();
    return world;
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }

  /** Resets everything for the next sequence. */
  async reset(): Promise<void> {
    for (const [index, { name }] of this.lines.entries()) {
      await this.#controller.printing.abort(name);
      this.#devices[index]?.refill();
    }
    this.#clock.advance(BETWEEN_SEQUENCES);
    for (const table of [...TABLES, ...HISTORY]) await this.#db.deleteFrom(table).execute();
    await this.#db
      .deleteFrom('sqlite_sequence' as 'prints')
      .where('name' as 'label_name', '=', 'prints')
      .execute();
    for (const [index, { name, counts }] of this.lines.entries()) {
      this.#device(index).marks = 0;
      if (counts) await this.#controller.printResolution.acceptCount(name, WORD);
    }
    await this.#putCounter();
    const counted = await this.#counted();
    if (counted.some((cell, row) => cell !== COUNTED[row])) await this.#putTable();
  }

  /** Runs a command on the real modules. `jobs` are the ids of the printer's queue in the model. */
  async do(command: Command, jobs: readonly { id: string; isDone: boolean }[]): Promise<Done> {
    try {
      return await this.#do(command, jobs);
    } catch (error) {
      if (error instanceof ProblemError) return { answer: error.slug };
      throw error;
    }
  }

  /** The state to compare. Background work may take a turn or two. */
  async snapshot(): Promise<Snapshot> {
    const counter = await this.#controller.counters.get('serial');
    const prints = await this.#db.selectFrom('prints').selectAll().orderBy('id').execute();
    return {
      counter: counter.value,
      counted: await this.#counted(),
      prints: prints.map((print) => {
        const reading = parsePrintValues(print.print_values).counters.get('serial');
        return seenPrint({ ...print, reprintOf: print.reprint_of, serial: reading?.value ?? null });
      }),
      printers: await Promise.all(this.lines.map(({ name }) => this.#seen(name))),
    };
  }

  async #counted(): Promise<string[]> {
    const { rows } = await this.#controller.tables.get('Products');
    return rows.map((cells) => cells.at(-1) ?? '');
  }

  async #seen(name: string): Promise<SeenPrinter> {
    const { printing, queue, history, missedTriggers, printResolution } = this.#controller;
    const { state, errors, job, queue: waiting } = await printing.status(name);
    const counts = await history.counters(name);
    const jobs = await queue.list(name);
    return {
      state,
      isStopped: errors.some((error) => error.startsWith('The line was stopped')),
      triggers: counts.triggers,
      bounces: counts.triggerBounces,
      printed: counts.printedLabels,
      missedTriggers: (await missedTriggers.page(name, { limit: 500 })).missedTriggers.length,
      explained: (await printResolution.count(name)).explained,
      isCountOdd: errors.some((error) => /^The printer(?:'s own count| made| counts) /.test(error)),
      waiting,
      current: job ? { id: job.id, row: job.row } : undefined,
      queue: jobs.map(({ id, position, state: of, progress, started, printed, voided, checkpoint, frozen }) => {
        return { id, position, state: of, owed: progress.owed, started, printed, voided, checkpoint, frozen };
      }),
    };
  }

  async #do(command: Command, jobs: readonly { id: string; isDone: boolean }[]): Promise<Done> {
    if (!('printer' in command)) return this.#doWithoutPrinter(command);
    const { name } = this.lines[command.printer] ?? { name: '' };
    const device = this.#device(command.printer);
    switch (command.kind) {
      case 'select':
        return this.#select(name, command.choice);
      case 'trigger':
        this.#clock.advance(command.wait);
        device.answer = command.answer;
        return { answer: (await this.#controller.printing.trigger(name).finally(() => (device.answer = 'take'))).result };
      case 'photocell':
        this.#clock.advance(command.wait);
        device.answer = command.answer;
        device.passProduct();
        return { answer: 'a product passed' };
      case 'reorder':
      case 'remove':
      case 'seek':
        return { answer: await this.#change(command, name, jobs) };
      default:
        return { answer: await this.#happen(command, { name, device }) };
    }
  }

  async #doWithoutPrinter(command: Extract<Command, { kind: 'restart' | 'reprint' | 'resolve' }>): Promise<Done> {
    const { printing, printResolution } = this.#controller;
    switch (command.kind) {
      case 'restart':
        return this.#restart(command.marked);
      case 'resolve':
        await printResolution.resolve(command.print, command.to, WORD);
        return { answer: 'resolved' };
      case 'reprint':
        for (const device of this.#devices) device.answer = command.answer;
        try {
          return { answer: (await printing.reprint(command.print, WORD)).result };
        } finally {
          for (const device of this.#devices) device.answer = 'take';
        }
    }
  }

  async #change(
    command: Extract<Command, { kind: 'reorder' | 'remove' | 'seek' }>,
    name: string,
    jobs: readonly { id: string; isDone: boolean }[],
  ): Promise<Answer> {
    const { queue } = this.#controller;
    if (command.kind === 'reorder') {
      const order = inOrderOf(
        jobs.filter(({ isDone }) => !isDone),
        command.keys,
      );
      await queue.reorder(
        name,
        order.map(({ id }) => id),
      );
      return 'ordered';
    }
    const id = jobs[command.job]?.id ?? 'unknown';
    if (command.kind === 'remove') await queue.remove(name, id);
    else await queue.seek(name, id);
    return command.kind === 'remove' ? 'removed' : 'sought';
  }

  async #happen(
    command: Extract<Command, { kind: 'deselect' | 'abort' | 'mark' | 'fail' | 'dry' | 'refill' | 'foreign' | 'accept' }>,
    { name, device }: { name: string; device: HandDevice },
  ): Promise<Answer> {
    switch (command.kind) {
      case 'deselect':
        await this.#controller.printing.select(name, parseInput(printJobSchema, {}));
        return 'deselected';
      case 'abort':
        await this.#controller.printing.abort(name);
        return 'aborted';
      case 'mark':
        device.mark();
        return 'marked';
      case 'fail':
        device.fail();
        return 'failed';
      case 'dry':
        device.runDry(command.drops);
        return 'dry';
      case 'refill':
        device.refill();
        return 'refilled';
      case 'foreign':
        device.marks++;
        return 'marked alone';
      case 'accept':
        await this.#controller.printResolution.acceptCount(name, WORD);
        return 'accepted';
    }
  }

  async #select(printer: string, choice: Choice): Promise<Done> {
    const { label, rows, row, rowCount, copies, queue, freeze, checkpoint, repeatPrint } = choice;
    const job = parseInput(printJobSchema, {
      labelName: label,
      ...(rows !== 'none' && { tableName: 'Products' }),
      ...(rows === 'key' && { keyColumn: 'Key', key: `K${row}` }),
      ...(rows === 'range' && { firstRow: row, rowCount }),
      ...(choice.copiesColumn && { copiesColumn: 'Copies' }),
      ...(choice.labelColumn && { labelColumn: 'Label' }),
      ...(choice.printedColumn && { printedColumn: 'Counted' }),
      ...{ copies, queue, freeze, checkpoint, repeatPrint },
    });
    const selected = await this.#controller.printing.select(printer, job);
    return { answer: `selected ${selected?.position}`, id: selected?.id };
  }

  /** The process is killed, and another one starts. */
  async #restart(marked: number): Promise<Done> {
    for (const device of this.#devices) device.disconnect(marked);
    await this.#start();
    return { answer: 'restarted' };
  }

  async #start(): Promise<void> {
    const clock = (this.#clock = new HandClock(this.#clock.now));
    const devices = this.#devices.values();
    this.#controller = await createController({
      dataFolder: tmpdir(),
      db: this.#db,
      drawing: new NoDrawing(),
      bundledFonts: [],
      makeEngine: () => (devices.next().value ?? new HandDevice(false)).connect(),
      virtualPrinters: PRINTERS,
      now: () => clock.wall,
      monotonicNow: () => clock.now,
      uptime: () => clock.now,
      timers: clock,
      newId: () => `id-${++this.#ids}`,
      isEmpty: true,
      isSafeMode: false,
      version: '0.0.0',
      samplesFolder: '',
    });
    await this.#controller.start();
    this.#controller.startBackgroundWork();
  }

  async #furnish(): Promise<void> {
    const { labels, appliedSettings } = this.#controller;
    for (const [name, text] of [
      ['Plain', 'plain'],
      ['Serial', '{COUNTER;serial}'],
    ] as const) {
      const objs = [{ type: 'Text', x: 1, y: 1, text, font: { family: 'Arimo', height: 3 } }];
      await labels.put(name, labelSchema.parse({ format: 3, width: 20, height: 10, objs }));
    }
    await this.#putTable();
    for (const { name, stops } of this.lines) {
      await appliedSettings.put(name, {
        bounceTime: 20,
        whenDataIsMissing: stops ? 'stop' : 'continue',
        firstPrintCheckRequired: false,
        preflightRequired: false,
      });
    }
    await this.#putCounter();
  }

  async #putTable(): Promise<void> {
    await this.#controller.tables.put('Products', { columns: ['Key', 'Copies', 'Label', 'Counted'], rows: TABLE });
  }

  async #putCounter(): Promise<void> {
    const rest = { minValue: 0, maxValue: 1_000_000, repeat: 1, step: 1, width: 0, padding: '0', format: '', description: '' };
    await this.#controller.counters.put('serial', { value: 1, ...rest });
  }

  #device(printer: number): HandDevice {
    const device = this.#devices[printer];
    if (!device) throw new Error(`there is no printer ${printer}`);
    return device;
  }
}

/** Lets background work run. */
export const turn = (): Promise<void> => nextTurn();
