import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import { Random } from '#support/random.ts';
import { startDevices, type Device } from '../engines/devices.ts';
import { Site, type SitePrinter } from '../engines/site.ts';
import { Conveyor } from './conveyor.ts';
import { freshPaper } from './fresh-paper.ts';
import { BouncingDetector, CountedDetector, DEBOUNCE, HEARTBEAT, ReadModule } from './io-modules.ts';
import { ReaderStation, type ReaderPlan } from './reader-station.ts';

export const VIRTUAL_PRINTER = 'Virtual printer';
export const VIRTUAL_DEPTH = 8;
const VIRTUAL: SitePrinter = {
  name: VIRTUAL_PRINTER,
  letter: 'V',
  engine: { kind: 'virtual', warmUp: 0, bufferDepth: VIRTUAL_DEPTH, dotsPerSupply: 1e15 },
  productDetector: 'line',
  slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }],
};

/** A printer whose products are told by an input of a module. */
interface Detected {
  printer: string;
  module: 'counting' | 'plain';
  channel: number;
  /** Milliseconds from product to product. */
  every: number;
}
const DETECTED: readonly Detected[] = [
  { printer: VIRTUAL_PRINTER, module: 'counting', channel: 0, every: 250 },
  { printer: 'Label printer', module: 'counting', channel: 1, every: 400 },
  { printer: 'Raw with acknowledgement', module: 'counting', channel: 2, every: 250 },
  { printer: 'Page printer', module: 'counting', channel: 3, every: 500 },
  { printer: 'Zipher coder told to print', module: 'counting', channel: 4, every: 300 },
  { printer: 'Raw without', module: 'plain', channel: 0, every: 60 },
];
/** The readers, behind the printers of pictures. The label printer is asked for its count, so that its prints are known later. */
const READERS: readonly ReaderPlan[] = [
  { printer: VIRTUAL_PRINTER, lag: 15, window: 115 },
  { printer: 'Label printer', lag: 90, window: 180 },
  { printer: 'Raw with acknowledgement', lag: 15, window: 115 },
];
/** The output of the counting module that rejects the products of the first reader; those of the others follow. */
const FIRST_REJECT = 2;
/** Milliseconds for which a reject output is on. */
const REJECT_TIME = 20;
/** The PLC of the line stops it when no heartbeat came for so long, in milliseconds. */
const MAX_SILENCE = 2_000;
/** Milliseconds between two looks at the outputs of the lines. */
const LOOK_EVERY = 10;
/** Input of the plain module by which a person or another machine stops the second line. */
export const EXTERNAL_STOP = 5;

/** Printers that stop together. */
export interface PlantLine {
  name: string;
  printers: readonly string[];
  /** The output of the counting module that is on while the line is stopped. */
  stopOutput: number;
}
const FILLING: PlantLine = {
  name: 'Filling',
  printers: [VIRTUAL_PRINTER, 'Label printer', 'Raw with acknowledgement'],
  stopOutput: 0,
};

/** The whole plant: controller, printers, detectors and lines. */
export class Plant {
  readonly site: Site;
  readonly devices: readonly Device[];
  readonly printers: readonly SitePrinter[];
  readonly counting = new ReadModule('moxa-e1200');
  readonly plain = new ReadModule('adam-6000');
  readonly lines: readonly PlantLine[];
  /** By printer. */
  readonly conveyors: ReadonlyMap<string, Conveyor>;
  readonly stations: readonly ReaderStation[];

  private constructor(devices: readonly Device[], seed: number) {
    this.devices = devices;
    this.printers = [VIRTUAL, ...devices.map(printerOf)];
    this.site = new Site(this.printers);
    const others = this.printers.map(({ name }) => name).filter((name) => !FILLING.printers.includes(name));
    this.lines = [FILLING, { name: 'Packing', printers: others, stopOutput: 1 }];
    const random = new Random(seed);
    this.conveyors = new Map(DETECTED.map((detected) => [detected.printer, this.#makeConveyor(detected, random)]));
    this.stations = READERS.map(
      (plan) =>
        new ReaderStation(
          plan,
          new Random(random.whole(0, 1e9)),
          freshPaper(this.site, { printer: plan.printer, device: this.device(plan.printer) }),
        ),
    );
  }

  static async build(seed: number): Promise<Plant> {
    const plant = new Plant(await startDevices(), seed);
    await plant.counting.emulator.start();
    await plant.plain.emulator.start();
    await plant.site.start();
    await plant.site.furnish();
    await plant.#addModules();
    for (const station of plant.stations) await station.register(plant.site.url);
    await plant.#addLines();
    return plant;
  }

  device(printer: string): Device | undefined {
    return this.devices.find((device) => device.printer === printer);
  }

  /** Brings products to the coders with a detector of their own, while their line moves, until it is over. */
  async runCoders(isOver: () => boolean): Promise<void> {
    const held = new Map(this.devices.map(({ printer }) => [printer, true]));
    while (!isOver()) {
      for (const { printer, holdProducts } of this.devices) {
        const isHeld = this.#isStopped(printer);
        if (held.get(printer) !== isHeld) holdProducts?.(isHeld);
        held.set(printer, isHeld);
      }
      await wait(LOOK_EVERY);
    }
    for (const { holdProducts } of this.devices) holdProducts?.(true);
  }

  /** The output that rejects the products of a printer with a reader. */
  rejectOutput(printer: string): number {
    return FIRST_REJECT + READERS.findIndex((plan) => plan.printer === printer);
  }

  lineOf(printer: string): PlantLine | undefined {
    return this.lines.find(({ printers }) => printers.includes(printer));
  }

  async close(isKept: boolean): Promise<void> {
    await this.site.close(isKept);
    await this.counting.emulator.stop();
    await this.plain.emulator.stop();
    for (const { emulator } of this.stations) await emulator.stop();
    for (const device of this.devices) {
      await device.cutPower();
      await device.cable.unplug();
    }
  }

  #makeConveyor({ printer, module, channel, every }: Detected, random: Random): Conveyor {
    const detector =
      module === 'counting' ? new CountedDetector(this.counting, channel) : new BouncingDetector(this.plain, channel, random);
    return new Conveyor({ detector, every, isStopped: () => this.#isStopped(printer) });
  }

  /** Whether the line of a printer stands: the controller says so, or says nothing any more. */
  #isStopped(printer: string): boolean {
    const { emulator } = this.counting;
    const output = this.lineOf(printer)?.stopOutput;
    return !this.counting.hasHeartbeat(MAX_SILENCE) || (output !== undefined && emulator.tables.outputs[output] === true);
  }

  async #addModules(): Promise<void> {
    const inputsOf = (module: Detected['module']) =>
      DETECTED.filter((detected) => detected.module === module).map(({ printer, channel }) => ({
        ...{ name: `Detector ${channel}`, channel, debounce: module === 'plain' ? DEBOUNCE : 0 },
        function: { kind: 'product-detector', printer, useCounter: module === 'counting' },
      }));
    const stops = this.lines.map(({ name, printers, stopOutput: channel }) => ({
      ...{ name: `${name} is stopped`, channel, condition: 'line-stopped', printer: printers[0], minimum: 0 },
    }));
    const rejects = this.stations.map(({ plan: { printer } }) => ({
      ...{ name: `Reject of ${printer}`, channel: this.rejectOutput(printer), condition: 'reject', printer, minimum: REJECT_TIME },
    }));
    await this.#put('signalDevices/Counting', {
      connection: { kind: 'modbus', host: '127.0.0.1', port: this.counting.emulator.port, profile: 'moxa-e1200', pollInterval: 10 },
      inputs: inputsOf('counting'),
      outputs: [...stops, ...rejects, { name: 'Heartbeat', channel: HEARTBEAT, condition: 'heartbeat', minimum: 200 }],
    });
    await this.#put('signalDevices/Plain', {
      connection: { kind: 'modbus', host: '127.0.0.1', port: this.plain.emulator.port, profile: 'adam-6000', pollInterval: 10 },
      inputs: [
        ...inputsOf('plain'),
        { name: 'Stop', channel: EXTERNAL_STOP, function: { kind: 'external-stop', printer: this.lines[1]?.printers[0] } },
      ],
    });
  }

  async #addLines(): Promise<void> {
    const rules = { productsWithoutPrint: 8, countDiffers: true, failedReads: 5, unknownPrint: true, staleData: 6 };
    for (const { name, printers } of this.lines) {
      const unprintedProduct = name === FILLING.name ? 'reject' : 'ignore';
      await this.#put(`lines/${name}`, { printers, unprintedProduct, rules });
    }
  }

  async #put(path: string, body: object): Promise<void> {
    await callApi('PUT', `${this.site.url}/api/v3/${path}`, body);
  }
}

function printerOf({ printer: name, letter, engine, productDetector, depth, message }: Device): SitePrinter {
  const isDetected = DETECTED.some((detected) => detected.printer === name);
  return {
    ...{ name, letter, engine },
    ...(isDetected && { productDetector: 'line' as const }),
    ...(productDetector && depth !== undefined && { productDetector, mayHold: depth }),
    ...(message && { message }),
  };
}
