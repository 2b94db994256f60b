import {
  SIMULATED_FAULTS,
  type SimulatedFaultName,
  type SimulatedFaultRequest,
  type SimulatedFaults,
} from '#contract/api-v3/simulated-fault.ts';
import { statusError, type PlainStatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { EngineError, type EngineFaults } from '../engine.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';
import type { ConfirmationKind } from './confirmations.ts';
import { SeededRandom } from './seeded-random.ts';

/** What a fault does to its device. */
export interface FaultEffects {
  /** An alarm began or ended. */
  alarmChanged(): void;
  emptySupply(supply: string, percent: number): void;
  /** The photocell signals. */
  trigger(): void;
  /** A person prints a test at the panel. */
  printTest(): void;
  /** The power fails; `powerOn` brings it back. */
  powerOff(): void;
  powerOn(): void;
}

export interface VirtualFaultsOptions {
  timers: Timers;
  effects: FaultEffects;
  supplies: readonly string[];
}

type RandomFaults = NonNullable<SimulatedFaults['random']>;
type Request = Omit<SimulatedFaultRequest, 'random' | 'rate' | 'seed' | 'fault'>;

/** Milliseconds. A doubled signal comes later than any usual bounce time. */
const PURGE_TIME = 10_000;
const DOUBLED_AFTER = 250;
const SECOND = 1_000;
const DEFAULTS: Request = { after: 0, percent: 0, seconds: 5 };

/** The alarms that stop printing, as the device shows them, the most severe first. */
const ALARMS: Partial<Record<SimulatedFaultName, { state: PrinterState; code: PlainStatusErrorCode }>> = {
  'power-cut': { state: 'ERROR', code: 'no-power' },
  'cover-open': { state: 'ERROR', code: 'print-head-cover-open' },
  viscosity: { state: 'ERROR', code: 'ink-viscosity' },
  temperature: { state: 'ERROR', code: 'print-head-temperature' },
  purge: { state: 'MAINTENANCE', code: 'print-head-purging' },
};

/** The faults that a virtual device simulates: on demand, after a number of prints, or at random. Ends with the device's restart. */
export class VirtualFaults implements EngineFaults {
  readonly #options: VirtualFaultsOptions;
  /** Requests that wait for a number of prints. */
  readonly #waiting = new Map<SimulatedFaultName, Request>();
  readonly #active = new Set<SimulatedFaultName>();
  readonly #timers = new Map<SimulatedFaultName, TimerHandle>();
  #random: RandomFaults | undefined;
  #numbers = new SeededRandom(1);

  constructor(options: VirtualFaultsOptions) {
    this.#options = options;
  }

  /** The most severe alarm; its state is that of the printer. */
  get alarm(): PrinterState | undefined {
    return this.#alarms()[0]?.state;
  }

  /** The active alarms. Without power there is no other. */
  get errors(): StatusError[] {
    const errors = this.#alarms().map(({ code }) => statusError(code));
    return this.#active.has('power-cut') ? errors.slice(0, 1) : errors;
  }

  get numbers(): SeededRandom {
    return this.#numbers;
  }

  list(): SimulatedFaults {
    const faults = this.#possible().map((fault) => {
      const waiting = this.#waiting.get(fault);
      const state = this.#active.has(fault) ? ('active' as const) : waiting ? ('waiting' as const) : ('off' as const);
      return { fault, state, ...(waiting && { after: waiting.after }) };
    });
    return { faults, random: this.#random ?? null };
  }

  cause({ fault, random, seed, rate, ...request }: SimulatedFaultRequest): void {
    if (random !== undefined) this.#setRandom(random ? { seed, rate } : undefined);
    if (fault === undefined) return;
    const { supplies } = this.#options;
    if (!this.#possible().includes(fault)) throw new EngineError('unknown-supply', 'The printer has no ink supply.');
    if (request.supply !== undefined && !supplies.includes(request.supply)) {
      throw new EngineError('unknown-supply', `There is no ink supply "${request.supply}".`);
    }
    if (request.after > 0) this.#waiting.set(fault, request);
    else this.#begin(fault, request);
  }

  clear(fault: SimulatedFaultName): void {
    this.#waiting.delete(fault);
    this.#end(fault);
  }

  /** The device made a print: faults that waited for it happen now. */
  printed(): void {
    for (const [fault, request] of [...this.#waiting]) {
      const after = request.after - 1;
      this.#waiting.delete(fault);
      if (after > 0) this.#waiting.set(fault, { ...request, after });
      else this.#begin(fault, request);
    }
    if (this.#random) this.#beginAtRandom(this.#random.rate);
  }

  /** The photocell signalled a product. */
  productPassed(): void {
    const { timers, effects } = this.#options;
    if (this.#active.delete('bounced-trigger')) effects.trigger();
    if (!this.#active.delete('doubled-trigger')) return;
    this.#timers.set(
      'doubled-trigger',
      timers.setTimeout(() => {
        this.#timers.delete('doubled-trigger');
        effects.trigger();
      }, DOUBLED_AFTER),
    );
  }

  /** How the next print is confirmed. */
  nextConfirmation(): ConfirmationKind {
    if (this.#active.delete('lost-confirmation')) return 'lost';
    return this.#active.has('slow-confirmation') ? 'slow' : 'prompt';
  }

  /** Forgets all faults. */
  stop(): void {
    for (const timer of this.#timers.values()) this.#options.timers.clearTimeout(timer);
    this.#timers.clear();
    this.#waiting.clear();
    this.#active.clear();
    this.#random = undefined;
  }

  #setRandom(random: RandomFaults | undefined): void {
    this.#random = random;
    if (random) this.#numbers = new SeededRandom(random.seed);
  }

  /** Uses as many numbers with each print, so that a seed leads to the same faults whatever else happens. */
  #beginAtRandom(rate: number): void {
    const isDue = this.#numbers.next() < rate;
    const possible = this.#possible();
    const fault = possible[this.#numbers.below(possible.length)];
    if (isDue && fault !== undefined && !this.#active.has(fault)) this.#begin(fault, DEFAULTS);
  }

  #begin(fault: SimulatedFaultName, { percent, supply = this.#options.supplies[0], seconds }: Request): void {
    const { effects } = this.#options;
    switch (fault) {
      case 'ink-out':
        if (supply !== undefined) effects.emptySupply(supply, percent);
        return;
      case 'false-trigger':
        return effects.trigger();
      case 'count-jump':
        return effects.printTest();
      case 'power-cut':
        return this.#activate(fault, seconds * SECOND);
      case 'purge':
        return this.#activate(fault, PURGE_TIME);
      default:
        return this.#activate(fault);
    }
  }

  /** Without a duration it lasts until it is cleared or used. */
  #activate(fault: SimulatedFaultName, duration?: number): void {
    const { timers, effects } = this.#options;
    const isNew = !this.#active.has(fault);
    this.#clearTimer(fault);
    this.#active.add(fault);
    if (duration !== undefined)
      this.#timers.set(
        fault,
        timers.setTimeout(() => this.#end(fault), duration),
      );
    if (!isNew) return;
    if (fault === 'power-cut') effects.powerOff();
    else if (fault in ALARMS) effects.alarmChanged();
  }

  #end(fault: SimulatedFaultName): void {
    this.#clearTimer(fault);
    if (!this.#active.delete(fault)) return;
    if (fault === 'power-cut') this.#options.effects.powerOn();
    else if (fault in ALARMS) this.#options.effects.alarmChanged();
  }

  #clearTimer(fault: SimulatedFaultName): void {
    const timer = this.#timers.get(fault);
    if (timer !== undefined) this.#options.timers.clearTimeout(timer);
    this.#timers.delete(fault);
  }

  #alarms() {
    return Object.entries(ALARMS).flatMap(([fault, alarm]) => (this.#active.has(fault as SimulatedFaultName) ? [alarm] : []));
  }

  /** A printer without ink supplies does not run out of ink. */
  #possible(): SimulatedFaultName[] {
    return SIMULATED_FAULTS.filter((fault) => fault !== 'ink-out' || this.#options.supplies.length > 0);
  }
}
