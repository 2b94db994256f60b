import { join } from 'node:path';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { PRINTING_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import { isOutOfFiles, reservedFiles } from '#storage/files/reserved-files.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import {
  EngineError,
  type AutoPrintDistance,
  type EngineCondition,
  type EngineListener,
  type EngineMessages,
  type EnginePrint,
  type EngineProperties,
  type PrintEngine,
} from '../engine.ts';
import type { Log } from '#process/log.ts';
import type { EngineDeps } from '../engine-kind.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';
import { Confirmations } from './confirmations.ts';
import { DeviceMemory } from './device-memory.ts';
import { countDots, InkSupplies } from './ink-supplies.ts';
import { Marks } from './marks.ts';
import { testPrint } from './test-print.ts';
import { targetOf, type VirtualConfig } from './virtual-config.ts';
import { VirtualConveyor } from './virtual-conveyor.ts';
import { VirtualFaults, type FaultEffects } from './virtual-faults.ts';
import { VirtualWeb } from './virtual-web.ts';
import { WarmUp } from './warm-up.ts';

const MM_PER_INCH = 25.4;
/** Delay before a print is repeated that failed because no file could be opened, in milliseconds. */
const MARK_AGAIN = 250;

export interface VirtualEngineOptions extends Omit<EngineDeps, 'frames'> {
  config: VirtualConfig;
}

/** A simulated printer: it warms up, takes time, uses ink, and its prints are PNG files. */
export class VirtualEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  /** Its buffer is lost when it stops. */
  readonly traits = { proof: 'id', clearsOnStart: true, counts: 'marks' } as const;
  readonly depth: number;
  readonly messages?: EngineMessages;
  readonly conveyor: VirtualConveyor;
  readonly faults: VirtualFaults;
  readonly #web: VirtualWeb;
  readonly #config: VirtualConfig;
  readonly #now: () => number;
  readonly #timers: Timers;
  readonly #log: Log;
  readonly #memory: DeviceMemory;
  readonly #marks: Marks;
  readonly #ink: InkSupplies;
  readonly #confirmations: Confirmations;
  readonly #warmUp: WarmUp;
  /** Accepted prints that are not made; the first one is under the head while `#marking` is set. */
  #buffer: EnginePrint[] = [];
  #listener: EngineListener | undefined;
  #state: PrinterState = 'STOPPED';
  #fault: EngineCondition['errors'][number] | undefined;
  #marking: TimerHandle | undefined;
  #hasPower = true;
  /** Prints that the device held when its power failed: some of them are made, and no confirmation comes. */
  #uncertain: number[] = [];

  constructor({ config, folder, checkFolder, now, timers, log }: VirtualEngineOptions) {
    const { properties } = config;
    this.properties = properties;
    this.target = targetOf(config);
    this.depth = config.bufferDepth;
    // It takes any message.
    if (config.shape === 'fields') this.messages = { list: async () => undefined };
    this.#config = config;
    this.#now = now;
    this.#timers = timers;
    this.#log = log;
    this.#memory = new DeviceMemory({
      ...{ file: join(folder, 'device.json'), checkFolder, timers, log },
      state: () => ({ marks: this.#marks.count, ink: this.#ink.levels(), productsPerMinute: this.conveyor.get().productsPerMinute }),
    });
    this.#marks = new Marks(folder, checkFolder);
    this.#ink = new InkSupplies([...new Set((properties.slices ?? []).flatMap((slice) => slice.inkSupplies ?? []))], config.dotsPerSupply);
    this.#web = new VirtualWeb({ timers, speed: config.lineSpeed, onDistance: () => this.#distancePassed() });
    this.conveyor = new VirtualConveyor({
      timers,
      onProduct: () => {
        this.#signalTrigger();
        this.faults.productPassed();
      },
      onChange: () => this.#changed(),
    });
    this.#confirmations = new Confirmations({
      timers,
      printed: (id, count) => this.#listener?.printed(id, count),
      unresolved: (id, reason) => this.#listener?.unresolved(id, reason),
    });
    this.#warmUp = new WarmUp({
      ...{ timers, duration: config.warmUp },
      onState: (state) => {
        this.#enter(this.#allowed(state));
        this.#markNext();
      },
    });
    this.faults = new VirtualFaults({ timers, supplies: this.#ink.names, effects: this.#faultEffects() });
  }

  /** Number of prints ever made on this device, independent of the controller, as far as it has confirmed them. */
  count(): number | undefined {
    return this.#state === 'STOPPED' || !this.#hasPower ? undefined : this.#confirmations.count(this.#marks.count);
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    const remembered = this.#memory.recall();
    this.#marks.open(remembered?.marks ?? 0);
    if (remembered) {
      this.#ink.restore(remembered.ink);
      this.conveyor.restore(remembered.productsPerMinute);
    }
    this.#ink.hasChanged();
    this.conveyor.powerOn();
    this.#warmUp.start();
  }

  async stop(): Promise<void> {
    this.conveyor.powerOff();
    this.#web.set(undefined);
    this.#warmUp.stop();
    this.#clear(this.#marking);
    this.#marking = undefined;
    this.#buffer = [];
    this.#uncertain = [];
    this.#confirmations.drop();
    this.faults.stop();
    this.#hasPower = true;
    if (this.#state === 'STOPPED') return this.#memory.written();
    this.#enter('STOPPED');
    await this.#memory.write();
  }

  condition(): EngineCondition {
    return { state: this.#state, errors: this.#errors(), ink: this.#ink.status(this.#state !== 'STOPPED' && this.#hasPower) };
  }

  clock(): number {
    return this.#now() + this.#config.clockOffset;
  }

  async send(print: EnginePrint): Promise<void> {
    if (!PRINTING_STATES.has(this.#state))
      throw new EngineError('cannot-print', this.#errors()[0]?.text ?? `The printer is ${this.#state}.`);
    if (this.#buffer.length >= this.depth) {
      throw new EngineError('buffer-full', `The printer still holds ${this.#buffer.length} prints that are not marked yet.`);
    }
    this.#buffer.push(print);
    this.#markNext();
  }

  /**
   * A print is made at the end of its time: whatever is still in the buffer is certainly not made. Those that are made and not confirmed are
   * reported before.
   */
  async abort(): Promise<number[]> {
    if (this.#uncertain.length > 0) throw new Error('the printer has no power, and may have made some of its prints');
    this.#confirmations.reportAll();
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

  async refill(supply: string): Promise<void> {
    if (!this.#ink.refill(supply)) throw new EngineError('unknown-supply', `There is no ink supply "${supply}".`);
    this.#log.info(`ink supply ${supply} was refilled`);
    this.#followAlarms();
    await this.#memory.write();
  }

  #faultEffects(): FaultEffects {
    return {
      alarmChanged: () => this.#followAlarms(),
      emptySupply: (supply, percent) => {
        this.#ink.reduce(supply, percent);
        this.#followAlarms();
      },
      trigger: () => this.#signalTrigger(),
      printTest: () => this.#printTest(),
      powerOff: () => this.#losePower(),
      powerOn: () => this.#regainPower(),
    };
  }

  /** Enters the state that alarms and ink allow, unless the printer is off or warms up. */
  #followAlarms(): void {
    if (this.#state === 'STOPPED' || !this.#hasPower || this.#warmUp.isRunning) return this.#changed();
    const state = this.#allowed('STARTED');
    if (state === 'STARTED' && this.#state === 'MAINTENANCE') this.#enter('STARTING');
    this.#enter(state);
    this.#changed();
    this.#markNext();
  }

  /** The state in which the printer is instead of a printing one. */
  #allowed(state: PrinterState): PrinterState {
    if (!PRINTING_STATES.has(state)) return state;
    return this.faults.alarm ?? (this.#ink.empty().length > 0 ? 'ERROR' : state);
  }

  /** Without power the photocell signals nothing. */
  #signalTrigger(): void {
    if (this.#hasPower && this.#state !== 'STOPPED') this.#listener?.triggered();
  }

  /** The device counts it, and the controller did not send it. */
  #printTest(): void {
    if (!this.#hasPower || this.#state === 'STOPPED') return;
    this.#makeUnconfirmed([testPrint(this.target)]);
    this.#changed();
  }

  /** Some of the prints that the device holds are made before it is off. None is confirmed. */
  #losePower(): void {
    if (this.#state === 'STOPPED') return;
    this.#warmUp.stop();
    this.#clear(this.#marking);
    this.#marking = undefined;
    const held = this.#buffer;
    this.#buffer = [];
    this.#uncertain.push(...this.#confirmations.drop(), ...held.map(({ id }) => id));
    this.#makeUnconfirmed(held.slice(0, this.faults.numbers.below(held.length + 1)));
    this.#hasPower = false;
    this.#enter('ERROR');
    this.#changed();
  }

  #makeUnconfirmed(prints: readonly EnginePrint[]): void {
    try {
      for (const print of prints) this.#makeMark(print);
    } catch (error) {
      this.#log.warn('a mark of a virtual printer that no one waits for could not be made', error);
    }
  }

  /** The device has forgotten its prints: its count tells which of them are made. */
  #regainPower(): void {
    if (this.#hasPower) return;
    this.#hasPower = true;
    this.#warmUp.start();
    const uncertain = this.#uncertain;
    this.#uncertain = [];
    for (const id of uncertain) this.#listener?.unresolved(id, 'the printer lost its power');
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
      this.#makeMark(print);
    } catch (error) {
      if (isOutOfFiles(error)) return this.#markLater(print, error);
      this.#log.error(`print ${print.id} could not be marked`, error);
      this.#fail(print, error instanceof Error ? error.message : String(error));
      return;
    }
    this.#fault = undefined;
    this.#web.printed({ delay: print.printDelay, length: widthOf(print) });
    if (this.#ink.empty().length > 0) this.#enter('ERROR');
    this.#confirmations.add({ id: print.id, count: this.#marks.count }, this.faults.nextConfirmation());
    if (this.#ink.hasChanged()) this.#listener?.conditionChanged();
    this.#memory.writeSoon();
    this.faults.printed();
    this.#markNext();
  }

  /** If it throws, there is no print. */
  #makeMark(print: EnginePrint): void {
    reservedFiles.use(() => this.#marks.make(print));
    this.#ink.draw(print.planes.map(countDots));
  }

  /** The device still holds the print and makes it once a file can be opened. */
  #markLater(print: EnginePrint, error: unknown): void {
    if (this.#fault === undefined) this.#log.error(`print ${print.id} waits to be marked: no more files can be opened`, error);
    this.#buffer.unshift(print);
    this.#fault = statusError('mark-waits');
    this.#marking = this.#timers.setTimeout(() => this.#mark(print), MARK_AGAIN);
    this.#listener?.conditionChanged();
  }

  /** The web does not move while the printer cannot print. */
  #distancePassed(): void {
    if (PRINTING_STATES.has(this.#state)) this.#listener?.distancePassed();
  }

  #fail(print: EnginePrint, reason: string): void {
    this.#fault = statusError('mark-failed', { reason });
    this.#listener?.failed(print.id, reason);
    this.#changed();
    this.#markNext();
  }

  #errors(): EngineCondition['errors'] {
    if (!this.#hasPower) return this.faults.errors;
    const errors = [...this.faults.errors, ...this.#ink.empty().map((supply) => statusError('ink-supply-empty-stopped', { supply }))];
    return this.#fault ? [...errors, this.#fault] : errors;
  }

  #enter(state: PrinterState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener?.conditionChanged();
  }

  #changed(): void {
    this.#listener?.conditionChanged();
    if (this.#state !== 'STOPPED') this.#memory.writeSoon();
  }

  #clear(timer: TimerHandle | undefined): void {
    if (timer !== undefined) this.#timers.clearTimeout(timer);
  }
}

/** Width of a picture in mm. */
function widthOf({ planes, hdpi }: EnginePrint): number {
  return (planes[0].width / hdpi) * MM_PER_INCH;
}
