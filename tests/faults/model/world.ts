import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { labelSchema } from '#contract/api-v3/label.ts';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { Controller } from '#controller/controller.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import type { CheckedPrint, CheckedRows } from '#controller/drawing/messages.ts';
import type { Picture } from '#controller/jobs/picture.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { HandClock } from '../../unit/electron/controller/engines/hand-clock.ts';
import { PRINTERS, type Choice, type Command } from './command.ts';
import { HandDevice } from './hand-device.ts';
import { COPIES, COUNTED, LABELS } from './choice-rows.ts';
import { inOrderOf } from './plain-queue.ts';
import type { Answer } from './plain-state.ts';
import { seenPrint, type SeenPrinter, type Snapshot } from './snapshot.ts';

/** What a sequence leaves behind. */
const TABLES = ['job_owed', 'frozen_rows', 'print_serials', 'trigger_gaps', 'prints', 'jobs', 'print_counters'] as const;
const HISTORY = ['history_minutes', 'history_quarters'] as const;
const BEGIN = Date.parse('2026-11-21T06:00:00Z');
const WORD = { by: 'Somebody', reason: 'seen' };
const TABLE = COPIES.map((copies, row) => [`K${row}`, copies, LABELS[row] ?? '', COUNTED[row] ?? '']);
/** Longer than any bounce time: a sequence knows nothing of the triggers of the one before. */
const BETWEEN_SEQUENCES = 1_000;

/** Draws and checks nothing: what a label looks like has no part in what is printed when. */
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

/** What a printer is and does, whatever happens to it. */
export interface LineKind {
  name: string;
  /** Whether a trigger that makes no print stops it. */
  stops: boolean;
  /** Whether its device says how many marks it has made. */
  counts: boolean;
}

/** What an operation answered, and the id of the job that it made. */
interface Done {
  answer: Answer;
  id?: string | undefined;
}

/** The real rooms of a controller with devices that do what they are told. Its database outlives its controllers. */
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

  /** As it was at first, for the next sequence. */
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
      if (counts) await this.#controller.resolving.acceptCount(name, WORD);
    }
    await this.#putCounter();
    const counted = await this.#counted();
    if (counted.some((cell, row) => cell !== COUNTED[row])) await this.#putTable();
  }

  /** Does it to the real rooms. `jobs` are the ids of the printer's queue as the model has them. */
  async do(command: Command, jobs: readonly { id: string; isDone: boolean }[]): Promise<Done> {
    try {
      return await this.#do(command, jobs);
    } catch (error) {
      if (error instanceof ProblemError) return { answer: error.slug };
      throw error;
    }
  }

  /** Everything that is compared. What happens without an answer may take a turn or two. */
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
    const { printing, queue, history, gaps, resolving } = this.#controller;
    const { state, errors, job, queue: waiting } = await printing.status(name);
    const counts = await history.counters(name);
    const jobs = await queue.list(name);
    return {
      state,
      isStopped: errors.some((error) => error.startsWith('The line was stopped')),
      triggers: counts.triggers,
      bounces: counts.triggerBounces,
      printed: counts.printedLabels,
      gaps: (await gaps.page(name, { limit: 500 })).gaps.length,
      explained: (await resolving.count(name)).explained,
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
    const { printing, resolving } = this.#controller;
    switch (command.kind) {
      case 'restart':
        return this.#restart(command.marked);
      case 'resolve':
        await resolving.resolve(command.print, command.to, WORD);
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
    const id = jobs[command.job]?.id ?? 'nobody';
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
        await this.#controller.resolving.acceptCount(name, WORD);
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
    this.#controller = await Controller.create({
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
  }

  async #furnish(): Promise<void> {
    const { labels, lineSettings } = this.#controller;
    for (const [name, text] of [
      ['Plain', 'plain'],
      ['Serial', '{COUNTER;serial}'],
    ] as const) {
      const objs = [{ type: 'Text', x: 1, y: 1, text, font: { family: 'Arimo', height: 3 } }];
      await labels.put(name, labelSchema.parse({ format: 3, width: 20, height: 10, objs }));
    }
    await this.#putTable();
    for (const { name, stops } of this.lines) {
      await lineSettings.put(name, { bounceTime: 20, whenDataIsMissing: stops ? 'stop' : 'gap' });
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

/** Lets what was begun go on. */
export const turn = (): Promise<void> => nextTurn();
