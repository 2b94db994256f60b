import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { Print } from '#contract/api-v3/print.ts';
import { createController, type Controller } from '#controller/controller.ts';
import type { ControllerOptions } from '#controller/controller-options.ts';
import type { z } from 'zod';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
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

/** A complete controller on a manual clock. Its database outlives it: `restart` simulates the start after a kill. */
export class PrintingRig {
  readonly db: ControllerDatabase;
  readonly folder = mkdtempSync(join(tmpdir(), 'strobe-printing-rig-'));
  clock = new HandClock(Date.parse('2026-11-21T06:00:00Z'));
  controller!: Controller;
  #ids = 0;

  constructor(file = ':memory:') {
    this.db = openControllerDatabase(file, { onFull: () => this.controller.diskIsFull() });
  }

  /** Creates a rig whose printers are warm. */
  static async build(options: Partial<ControllerOptions> = {}, file?: string): Promise<PrintingRig> {
    const rig = new PrintingRig(file);
    await rig.restart(options);
    return rig;
  }

  /** Starts the controller that follows a killed one: nothing was stopped, and no timer of the old one fires. */
  async restart(options: Partial<ControllerOptions> = {}): Promise<void> {
    const { wall } = this.clock;
    const clock = (this.clock = new HandClock(this.clock.now));
    clock.set(wall);
    this.controller = await createController({
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
    this.controller.startBackgroundWork();
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

  /** Replaces a label and changes the running jobs that print it, even if they cannot print it. */
  async changeLabel(name: string, label: Label): Promise<void> {
    const { settings, labelChanges } = this.controller;
    await settings.putAll({ ...(await settings.all()), labelChangesReachRunningJobs: true });
    await labelChanges.put(name, label);
  }

  select(job: z.input<typeof printJobSchema>, printer = LINE) {
    return this.controller.printing.select(printer, parseInput(printJobSchema, job));
  }

  /** A trigger after the bounce time of the one before. */
  async trigger(printer = LINE) {
    this.clock.advance(100);
    return this.controller.printing.trigger(printer);
  }

  /** Advances the clock until no print is in progress and all outcomes are stored. */
  async finishPrints(): Promise<void> {
    let looks = 0;
    await untilHolds(async () => {
      // A print that was sent after the clock was advanced needs another advance.
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

  /** Serials of the ledger with the state of their prints, oldest first: `1 printed`. */
  async serials(): Promise<string[]> {
    return (await this.prints()).map((print) => `${print.counters[0]?.value} ${print.state}`);
  }
}
