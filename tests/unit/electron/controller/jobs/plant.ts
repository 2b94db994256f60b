import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { Print } from '#contract/api-v3/print.ts';
import { Controller } from '#controller/controller.ts';
import type { ControllerOptions } from '#controller/controller-options.ts';
import type { z } from 'zod';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { sharedDrawing } from '#support/drawing.ts';
import { untilHolds } from '#support/until-holds.ts';
import { HandClock } from '../engines/hand-clock.ts';

const LINE = 'Line 1';
const FONT = { family: 'Arimo', height: 3 };

/** A label of 20 x 10 mm with a text. It takes 40 ms to print. */
export function textLabel(text: string, extra: Partial<Label> = {}): Label {
  const objs = [
    { type: 'Rect', x: 1, y: 1, width: 3, height: 3, fillColor: 'black' },
    { type: 'Text', x: 5, y: 1, text, font: FONT },
  ];
  return labelSchema.parse({ format: 3, width: 20, height: 10, objs, ...extra });
}

/** A whole controller on a clock that is turned by hand. Its database outlives it: `restart` is what follows a kill. */
export class Plant {
  readonly db: ControllerDatabase;
  readonly folder = mkdtempSync(join(tmpdir(), 'strobe-plant-'));
  clock = new HandClock(Date.parse('2026-11-21T06:00:00Z'));
  controller!: Controller;
  #ids = 0;

  constructor(file = ':memory:') {
    this.db = openControllerDatabase(file, { onFull: () => this.controller.diskIsFull() });
  }

  /** A plant whose printers are warm. */
  static async build(options: Partial<ControllerOptions> = {}, file?: string): Promise<Plant> {
    const plant = new Plant(file);
    await plant.restart(options);
    return plant;
  }

  /** The controller that follows one that was killed: nothing was stopped, no timer of the old one fires any more. */
  async restart(options: Partial<ControllerOptions> = {}): Promise<void> {
    const { wall } = this.clock;
    const clock = (this.clock = new HandClock(this.clock.now));
    clock.set(wall);
    this.controller = await Controller.create({
      dataFolder: this.folder,
      db: this.db,
      drawing: sharedDrawing,
      now: () => clock.wall,
      monotonicNow: () => clock.now,
      uptime: () => clock.now,
      timers: clock,
      newId: () => `id-${++this.#ids}`,
      isEmpty: true,
      isSafeMode: false,
      version: '0.0.0',
      samplesFolder: '',
      ...options,
    });
    await this.controller.settings.putTimeZone('Europe/Berlin');
    await this.controller.start();
    clock.advance(3_000);
  }

  async close(): Promise<void> {
    await this.db.destroy();
    rmSync(this.folder, { recursive: true });
  }

  async putCounter(name: string, value = 1): Promise<void> {
    await this.controller.counters.put(name, {
      value,
      minValue: 0,
      maxValue: 1_000_000,
      repeat: 1,
      step: 1,
      width: 0,
      padding: '0',
      format: '',
      description: '',
    });
  }

  select(job: z.input<typeof printJobSchema>, printer = LINE) {
    return this.controller.printing.select(printer, parseInput(printJobSchema, job));
  }

  /** A trigger that comes well after the one before. */
  async trigger(printer = LINE) {
    this.clock.advance(100);
    return this.controller.printing.trigger(printer);
  }

  /** Turns the clock until nothing is under way on the printer, and waits until that is written down. */
  async finishPrints(): Promise<void> {
    let looks = 0;
    await untilHolds(async () => {
      // A print that came to its printer only after the clock was turned needs another turn.
      if (looks++ % 20 === 0) this.clock.advance(1_000);
      const open = await this.db.selectFrom('prints').select('id').where('state', 'in', ['reserved', 'sent']).execute();
      if (open.length > 0) throw new Error(`${open.length} prints are open`);
    });
  }

  /** The ledger, oldest first. */
  async prints(): Promise<Print[]> {
    const { prints } = await this.controller.prints.page({ limit: 500 });
    return prints.reverse();
  }

  /** Serials of the ledger with what became of them, oldest first: `1 printed`. */
  async serials(): Promise<string[]> {
    return (await this.prints()).map((print) => `${print.counters[0]?.value} ${print.state}`);
  }
}
