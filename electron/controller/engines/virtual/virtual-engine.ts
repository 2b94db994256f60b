import { join } from 'node:path';
import type { InkStatus } from '#contract/api-v3/printer.ts';
import { PRINTING_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import { isOutOfFiles, reservedFiles } from '#storage/reserved-files.ts';
import type { PlanesTarget } from '#rendering/print-planes.ts';
import {
  EngineError,
  type AutoPrintDistance,
  type EngineCondition,
  type EngineListener,
  type EnginePrint,
  type EngineProperties,
  type PrintEngine,
} from '../engine.ts';
import type { Log } from '../log.ts';
import type { EngineSurroundings } from '../surroundings.ts';
import type { TimerHandle, Timers } from '../timers.ts';
import { countDots, InkSupplies } from './ink-supplies.ts';
import { Marks } from './marks.ts';
import { readDeviceState, writeDeviceState, type DeviceState } from './state-file.ts';
import { parseVirtualConfig, type VirtualConfig } from './virtual-config.ts';
import { VirtualConveyor } from './virtual-conveyor.ts';
import { VirtualWeb } from './virtual-web.ts';

const MM_PER_INCH = 25.4;
const DEFAULT_DPI = 300;
/** The colour configuration of a printer with four inks. */
const COLOR = 'CMYK';
const WARM_UP: readonly PrinterState[] = ['INITIALIZING', 'STARTING', 'HEATING', 'STARTED'];
/** At most this often the device's memory is written, in milliseconds. */
const WRITE_INTERVAL = 2_000;
/** After how long a mark is tried again that found no more files to be opened, in milliseconds. */
const MARK_AGAIN = 250;

/** Makes a virtual engine from its printer's row. */
export function makeVirtualEngine({ config, ...surroundings }: EngineSurroundings): PrintEngine {
  return new VirtualEngine({ config: parseVirtualConfig(config), ...surroundings });
}

export interface VirtualEngineOptions extends Omit<EngineSurroundings, 'config'> {
  config: VirtualConfig;
}

/** A printer made of software: it warms up, takes its time, uses ink, and its marks are PNG files. */
export class VirtualEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  readonly depth: number;
  readonly conveyor: VirtualConveyor;
  readonly #web: VirtualWeb;
  readonly #config: VirtualConfig;
  readonly #now: () => number;
  readonly #timers: Timers;
  readonly #log: Log;
  readonly #stateFile: string;
  readonly #checkFolder: (() => void) | undefined;
  readonly #marks: Marks;
  readonly #ink: InkSupplies;
  /** Accepted and not marked; the first one is under the head while `#marking` is set. */
  #buffer: EnginePrint[] = [];
  #listener: EngineListener | undefined;
  #state: PrinterState = 'STOPPED';
  #fault: string | undefined;
  #warming: TimerHandle | undefined;
  #marking: TimerHandle | undefined;
  #writing: TimerHandle | undefined;
  #written = Promise.resolve();
  #inkSeen = '';

  constructor({ config, folder, checkFolder, now, timers, log }: VirtualEngineOptions) {
    const { properties } = config;
    const dpi = properties.dpi ?? DEFAULT_DPI;
    this.properties = properties;
    this.target = { hdpi: dpi, vdpi: dpi, isColor: properties.color === COLOR };
    this.depth = config.bufferDepth;
    this.#config = config;
    this.#now = now;
    this.#timers = timers;
    this.#log = log;
    this.#stateFile = join(folder, 'device.json');
    this.#checkFolder = checkFolder;
    this.#marks = new Marks(folder, checkFolder);
    this.#ink = new InkSupplies([...new Set((properties.slices ?? []).flatMap((slice) => slice.inkSupplies ?? []))], config.dotsPerSupply);
    this.#web = new VirtualWeb({ timers, speed: config.lineSpeed, onDistance: () => this.#distancePassed() });
    this.conveyor = new VirtualConveyor({
      timers,
      onProduct: () => this.#listener?.triggered(),
      onChange: () => this.#changed(),
    });
  }

  /** Marks ever made on this device, whatever the controller believes. */
  count(): number | undefined {
    return this.#state === 'STOPPED' ? undefined : this.#marks.count;
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    const remembered = this.#remembered();
    this.#marks.open(remembered?.marks ?? 0);
    if (remembered) {
      this.#ink.restore(remembered.ink);
      this.conveyor.restore(remembered.productsPerMinute);
    }
    this.#inkSeen = this.#ink.signature();
    this.conveyor.powerOn();
    this.#warmUp(0);
  }

  async stop(): Promise<void> {
    this.conveyor.powerOff();
    this.#web.set(undefined);
    this.#clear(this.#warming);
    this.#clear(this.#marking);
    this.#warming = this.#marking = undefined;
    this.#buffer = [];
    if (this.#state === 'STOPPED') return this.#written;
    this.#enter('STOPPED');
    await this.#write();
  }

  condition(): EngineCondition {
    return { state: this.#state, errors: this.#errors(), ink: this.#inkStatus() };
  }

  clock(): number {
    return this.#now() + this.#config.clockOffset;
  }

  async send(print: EnginePrint): Promise<void> {
    if (!PRINTING_STATES.has(this.#state)) throw new EngineError('cannot-print', `The printer is ${this.#state}.`);
    if (this.#buffer.length >= this.depth) {
      throw new EngineError('buffer-full', `The printer still holds ${this.#buffer.length} prints that are not marked yet.`);
    }
    this.#buffer.push(print);
    this.#markNext();
  }

  /** A mark is made in one stroke at the end of its time: whatever is still in the buffer is certainly not on a product. */
  async abort(): Promise<number[]> {
    this.#clear(this.#marking);
    this.#marking = undefined;
    const dropped = this.#buffer.map((print) => print.id);
    this.#buffer = [];
    return dropped;
  }

  autoPrint(distance: AutoPrintDistance | undefined): void {
    this.#web.set(distance);
  }

  stopLine(): void {
    this.conveyor.set({ ...this.conveyor.get(), running: false });
  }

  refill(supply: string): void {
    if (!this.#ink.refill(supply)) throw new EngineError('unknown-supply', `There is no ink supply "${supply}".`);
    this.#log.info(`ink supply ${supply} was refilled`);
    if (this.#state === 'ERROR' && this.#ink.empty().length === 0) this.#enter('STARTED');
    this.#changed();
    this.#markNext();
  }

  /** Goes through the warm-up one state after the other; without ink it ends in ERROR. */
  #warmUp(step: number): void {
    const state = WARM_UP[step];
    if (!state) return;
    const isDry = PRINTING_STATES.has(state) && this.#ink.empty().length > 0;
    this.#enter(isDry ? 'ERROR' : state);
    this.#markNext();
    if (step + 1 >= WARM_UP.length) return;
    if (this.#config.warmUp === 0) return this.#warmUp(step + 1);
    this.#warming = this.#timers.setTimeout(() => this.#warmUp(step + 1), this.#config.warmUp / (WARM_UP.length - 1));
  }

  #markNext(): void {
    const print = this.#buffer[0];
    if (!print || this.#marking !== undefined || !PRINTING_STATES.has(this.#state)) return;
    const travel = print.printDelay + widthOf(print);
    this.#marking = this.#timers.setTimeout(() => this.#mark(print), (travel / this.#config.lineSpeed) * 1_000);
  }

  #mark(print: EnginePrint): void {
    this.#marking = undefined;
    this.#buffer.shift();
    try {
      reservedFiles.use(() => this.#marks.make(print));
    } catch (error) {
      if (isOutOfFiles(error)) {
        this.#markLater(print, error);
        return;
      }
      this.#log.error(`print ${print.id} could not be marked`, error);
      this.#fail(print, error instanceof Error ? error.message : String(error));
      return;
    }
    this.#fault = undefined;
    this.#web.printed({ delay: print.printDelay, length: widthOf(print) });
    this.#ink.draw(print.planes.map(countDots));
    if (this.#ink.empty().length > 0) this.#enter('ERROR');
    this.#listener?.printed(print.id, this.#marks.count);
    this.#inkChanged();
    this.#writeSoon();
    this.#markNext();
  }

  /** The device has the print still: it marks it as soon as a file can be opened again. */
  #markLater(print: EnginePrint, error: unknown): void {
    if (this.#fault === undefined) this.#log.error(`print ${print.id} waits to be marked: no more files can be opened`, error);
    this.#buffer.unshift(print);
    this.#fault = 'The next mark waits: no more files can be opened.';
    this.#marking = this.#timers.setTimeout(() => this.#mark(print), MARK_AGAIN);
    this.#listener?.conditionChanged();
  }

  /** The web stands still while the printer cannot print. */
  #distancePassed(): void {
    if (PRINTING_STATES.has(this.#state)) this.#listener?.distancePassed();
  }

  #fail(print: EnginePrint, reason: string): void {
    this.#fault = `The last mark could not be made: ${reason}`;
    this.#listener?.failed(print.id, reason);
    this.#changed();
    this.#markNext();
  }

  #errors(): string[] {
    const errors = this.#ink.empty().map((supply) => `Ink supply ${supply} is empty: refill it to go on.`);
    if (this.#fault) errors.push(this.#fault);
    return errors;
  }

  #inkStatus(): InkStatus[] {
    return this.#ink.status(this.#state !== 'STOPPED');
  }

  #enter(state: PrinterState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener?.conditionChanged();
  }

  #inkChanged(): void {
    const signature = this.#ink.signature();
    if (signature === this.#inkSeen) return;
    this.#inkSeen = signature;
    this.#listener?.conditionChanged();
  }

  #changed(): void {
    this.#listener?.conditionChanged();
    this.#writeSoon();
  }

  #remembered(): DeviceState | undefined {
    try {
      return readDeviceState(this.#stateFile);
    } catch (error) {
      this.#log.warn(`the memory of a virtual printer is damaged and starts anew: ${this.#stateFile}`, error);
      return undefined;
    }
  }

  #writeSoon(): void {
    if (this.#writing !== undefined || this.#state === 'STOPPED') return;
    this.#writing = this.#timers.setTimeout(() => void this.#write(), WRITE_INTERVAL);
  }

  /** Never rejects. One write after the other, each of what is true then. */
  #write(): Promise<void> {
    this.#clear(this.#writing);
    this.#writing = undefined;
    this.#written = this.#written.then(() => this.#writeNow());
    return this.#written;
  }

  async #writeNow(): Promise<void> {
    const { productsPerMinute } = this.conveyor.get();
    try {
      this.#checkFolder?.();
      await writeDeviceState(this.#stateFile, { marks: this.#marks.count, ink: this.#ink.levels(), productsPerMinute });
    } catch (error) {
      this.#log.error('the memory of a virtual printer could not be written', error);
    }
  }

  #clear(timer: TimerHandle | undefined): void {
    if (timer !== undefined) this.#timers.clearTimeout(timer);
  }
}

/** In mm. */
function widthOf({ planes, hdpi }: EnginePrint): number {
  return (planes[0].width / hdpi) * MM_PER_INCH;
}
