import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { Random } from '#support/random.ts';
import { startDevices, type Device } from '../engines/devices.ts';
import type { Sheet } from '../engines/paper.ts';
import { Site, type SitePrinter } from '../engines/site.ts';
import { VirtualMarks } from '../engines/virtual-marks.ts';
import { refuse } from '../fault-run.ts';
import { Conveyor } from '../line/conveyor.ts';
import { freshPaper } from '../line/fresh-paper.ts';
import { CountedDetector, HEARTBEAT, ReadModule } from '../line/io-modules.ts';
import { ReaderStation, type ReaderPlan } from '../line/reader-station.ts';

/** Lines, each with one printer. */
export const LINES = 8;
/** Milliseconds from one product of a line to the next. */
export const EVERY = 400;
/** Lines whose printer is simulated by the controller, and the emulated devices of the others. */
const VIRTUAL_LETTERS = ['S', 'T', 'V'];
const DEVICES = ['Label printer', 'Page printer', 'Raw with acknowledgement', 'Raw without', 'Zipher coder told to print'];
const VIRTUAL_DEPTH = 8;
/** The readers behind printers. */
const READERS: readonly ReaderPlan[] = [
  { printer: virtualName('S'), lag: 15, window: 115 },
  { printer: 'Raw with acknowledgement', lag: 15, window: 115 },
];
/** Lines whose detectors and stops are at the same module. It has too few outputs for all. */
const LINES_PER_MODULE = 4;
/** A line stops by itself when no heartbeat came for so long, in milliseconds. */
const MAX_SILENCE = 2_000;
/** Seconds without a product after which a line stands, and after which a person is asked for the reason of a stop. */
const DOWNTIME = { standsAfter: 2, asksAfter: 3 };
const LOOK_EVERY = 20;
/** A device that is idle at so many looks in a row prints nothing more. */
const STILL_LOOKS = 25;
const PATIENCE = 60_000;

/** One line with one printer. */
export interface DayLine {
  name: string;
  printer: SitePrinter;
  /** Absent where the controller simulates the printer. */
  device?: Device;
  conveyor: Conveyor;
  /** Whether its person lets no product come. */
  isHeld: boolean;
  /** Everything that came out of the printer. */
  paper: () => Promise<readonly Sheet[]>;
}

export interface DayPlantOptions {
  /** Rows of the table of each printer: at least as many as its orders have. */
  rows: number;
  random: Random;
}

/** A plant of eight lines with a printer and a product detector each, two of them with a reader. */
export class DayPlant {
  readonly site: Site;
  readonly lines: readonly DayLine[];
  readonly modules = [new ReadModule('moxa-e1200'), new ReadModule('moxa-e1200')] as const;
  readonly stations: readonly ReaderStation[];
  /** The folder in which files with orders are dropped. */
  readonly orderFolder = mkdtempSync(join(tmpdir(), 'strobe-day-orders-'));

  private constructor(devices: readonly Device[], { rows, random }: DayPlantOptions) {
    const printers = [...VIRTUAL_LETTERS.map(virtualPrinter), ...devices.map(printerOf)];
    this.site = new Site(printers, rows);
    this.lines = printers.map((printer, index) => this.#makeLine(printer, index, devices));
    this.stations = READERS.map((plan) => {
      const device = devices.find(({ printer }) => printer === plan.printer);
      const paper = freshPaper(this.site, { printer: plan.printer, device });
      return new ReaderStation(plan, new Random(random.whole(0, 1e9)), paper);
    });
  }

  static async build(options: DayPlantOptions): Promise<DayPlant> {
    const plant = new DayPlant(await startDevices(DEVICES), options);
    for (const { emulator } of plant.modules) await emulator.start();
    await plant.site.start();
    await plant.site.addPrinters();
    for (const index of plant.modules.keys()) await plant.#addModule(index);
    for (const station of plant.stations) await station.register(plant.site.url);
    for (const { name, printer } of plant.lines) {
      const rules = { productsWithoutPrint: 6, failedReads: 3, unknownPrint: true, staleData: 8 };
      const downtime = { ...DOWNTIME, idealRate: 60_000 / EVERY };
      await plant.put(`lines/${encodeURIComponent(name)}`, { printers: [printer.name], unprintedProduct: 'ignore', rules, downtime });
    }
    await mkdir(plant.orderFolder, { recursive: true });
    await plant.put('order-folders/ERP', { path: plant.orderFolder, interval: 1 });
    await plant.answered();
    return plant;
  }

  get devices(): readonly Device[] {
    return this.lines.flatMap(({ device }) => device ?? []);
  }

  async put(path: string, body: object): Promise<void> {
    await callApi('PUT', `${this.site.url}/api/v3/${path}`, body);
  }

  /** Resolves when the controller reads the modules: the first reading after a connection is where their detectors start from. */
  async answered(): Promise<void> {
    await Promise.all(this.modules.map((module) => module.answered(20)));
  }

  /** Resolves when the controller has read every count of the detectors. */
  async allRead(): Promise<void> {
    for (const [index, { emulator }] of this.modules.entries()) {
      const url = `${this.site.url}/api/v3/signalDevices/${deviceName(index)}/signals`;
      for (const end = performance.now() + PATIENCE; ; await wait(LOOK_EVERY)) {
        const { inputs } = await readApi<Signals>(url);
        const unread = inputs.filter(({ channel, count }) => count !== undefined && count !== emulator.tables.counters[channel]);
        if (unread.length === 0) break;
        if (performance.now() > end)
          refuse(unread.map(({ channel }) => `input ${channel} of ${deviceName(index)} has counted products that were not read`));
      }
    }
  }

  /** Resolves when no device prints what it got before. */
  async isStill(): Promise<void> {
    for (const { isBusy } of this.devices) {
      for (let looks = 0; looks < STILL_LOOKS; looks = isBusy?.() ? 0 : looks + 1) await wait(LOOK_EVERY);
    }
  }

  async close(isKept: boolean): Promise<void> {
    await this.site.close(isKept);
    for (const { emulator } of [...this.modules, ...this.stations]) await emulator.stop();
    for (const device of this.devices) {
      await device.cutPower();
      await device.cable.unplug();
    }
    if (!isKept) rmSync(this.orderFolder, { recursive: true, force: true });
  }

  #makeLine(printer: SitePrinter, index: number, devices: readonly Device[]): DayLine {
    const device = devices.find(({ printer: name }) => name === printer.name);
    const line: DayLine = {
      ...{ name: `Line ${index + 1}`, printer, ...(device && { device }), isHeld: true },
      conveyor: new Conveyor({
        detector: new CountedDetector(this.#moduleOf(index), channelOf(index)),
        every: EVERY,
        isStopped: () => line.isHeld || this.#isStopped(index),
      }),
      paper: device ? () => device.paper.read() : this.#marksOf(printer),
    };
    return line;
  }

  #marksOf({ name }: SitePrinter): () => Promise<readonly Sheet[]> {
    let marks: VirtualMarks | undefined;
    return async () => {
      marks ??= new VirtualMarks(this.site.folder, { printer: name, position: this.site.position(name) });
      return marks.read(this.site.prints(name));
    };
  }

  /** Whether the controller says that a line stands, or says nothing any more. */
  #isStopped(index: number): boolean {
    const module = this.#moduleOf(index);
    return !module.hasHeartbeat(MAX_SILENCE) || module.emulator.tables.outputs[channelOf(index)] === true;
  }

  #moduleOf(line: number): ReadModule {
    return this.modules[line < LINES_PER_MODULE ? 0 : 1];
  }

  async #addModule(index: number): Promise<void> {
    const first = index * LINES_PER_MODULE;
    const lines = this.lines.slice(first, first + LINES_PER_MODULE);
    const inputs = lines.map(({ name, printer }, channel) => ({
      ...{ name: `Detector of ${name}`, channel, debounce: 0 },
      function: { kind: 'product-detector', printer: printer.name, useCounter: true },
    }));
    const stops = lines.map(({ name, printer }, channel) => ({
      ...{ name: `${name} is stopped`, channel, condition: 'line-stopped', printer: printer.name, minimum: 0 },
    }));
    await this.put(`signalDevices/${deviceName(index)}`, {
      connection: {
        ...{ kind: 'modbus', host: '127.0.0.1', port: this.modules[index]?.emulator.port, profile: 'moxa-e1200', pollInterval: 10 },
      },
      ...{ inputs, outputs: [...stops, { name: 'Heartbeat', channel: HEARTBEAT, condition: 'heartbeat', minimum: 200 }] },
    });
  }
}

/** The input and the output of a line at its module. */
function channelOf(line: number): number {
  return line % LINES_PER_MODULE;
}

function deviceName(module: number): string {
  return `Module${module + 1}`;
}

function virtualName(letter: string): string {
  return `Virtual printer ${letter}`;
}

function virtualPrinter(letter: string): SitePrinter {
  return {
    ...{ name: virtualName(letter), letter, productDetector: 'line' },
    engine: { kind: 'virtual', warmUp: 0, bufferDepth: VIRTUAL_DEPTH, dotsPerSupply: 1e15 },
    slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }],
  };
}

function printerOf({ printer: name, letter, engine, message }: Device): SitePrinter {
  return { name, letter, engine, productDetector: 'line', ...(message && { message }) };
}
