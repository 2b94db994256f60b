import type { Forcing, OutputCondition, SignalDevice, SignalOutput, Signals } from '#contract/api-v3/signal-device.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { OutputControl } from './output-control.ts';
import type { SignalDriver } from './drivers/signal-driver.ts';

/** A heartbeat without a minimum time changes after this time, in milliseconds. */
const HEARTBEAT = 500;
/** Conditions that are to hold for every printer when an output names none. */
const OF_ALL: ReadonlySet<OutputCondition> = new Set(['ready', 'green']);

export interface DeviceOutputsOptions {
  device: SignalDevice;
  driver: Pick<SignalDriver, 'write'>;
  timers: Timers;
  /** Monotonic milliseconds. */
  monotonicNow: () => number;
}

interface ControlledOutput {
  output: SignalOutput;
  control: OutputControl;
}

/** The conditions that hold, by printer. */
export type ConditionsByPrinter = ReadonlyMap<string, ReadonlySet<OutputCondition>>;

/** The outputs of one device: each follows its condition, and can be forced for a test. */
export class DeviceOutputs {
  readonly #options: DeviceOutputsOptions;
  readonly #controlled: readonly ControlledOutput[];
  /** Outputs without a condition that are forced, by channel. */
  readonly #spare = new Map<number, OutputControl>();
  #terminals: ReadonlyMap<number, boolean> = new Map();
  readonly #beats = new Map<OutputControl, TimerHandle>();

  constructor(options: DeviceOutputsOptions) {
    this.#options = options;
    this.#controlled = options.device.outputs.map((output) => ({ output, control: this.#makeControl(output) }));
  }

  start(): void {
    for (const { output, control } of this.#controlled) {
      control.start();
      if (output.condition === 'always') control.follow(true);
      if (output.condition === 'heartbeat') this.#startBeat(output, control);
    }
  }

  /** Sets every output to its safe state. Nothing is written any more after this. */
  stop(): void {
    for (const beat of this.#beats.values()) this.#options.timers.clearTimeout(beat);
    for (const { output, control } of this.#controlled) {
      control.stop();
      if (output.safeState !== 'keep') this.#options.driver.write(output.channel, output.safeState === 'on');
    }
    for (const [channel, control] of this.#spare) {
      control.stop();
      this.#options.driver.write(channel, false);
    }
  }

  /** The printers whose conditions decide about an output; undefined: all of them. */
  printers(): Set<string | undefined> {
    return new Set(this.#controlled.filter(({ output }) => isFollowed(output)).map(({ output }) => output.printer));
  }

  /** The conditions of printers have changed. */
  follow(conditions: ConditionsByPrinter): void {
    for (const { output, control } of this.#controlled) {
      if (isFollowed(output)) control.follow(isMet(output, conditions));
    }
  }

  /** A product of this printer is to be thrown out. Returns false when too many wait for their delay. */
  reject(printer: string): boolean {
    const outputs = this.#controlled.filter(({ output }) => output.condition === 'reject' && (output.printer ?? printer) === printer);
    return outputs.map(({ control }) => control.pulse()).every(Boolean);
  }

  force(channel: number, { on, forMs }: Forcing): void {
    this.#controlOf(channel).force(on, forMs);
  }

  release(channel: number): void {
    this.#controlOf(channel).release();
  }

  /** The device was read; undefined: it does not answer. */
  read(terminals: ReadonlyMap<number, boolean> = new Map()): void {
    this.#terminals = terminals;
  }

  /** Present levels, for the live view. */
  view(count: number): Signals['outputs'] {
    const channels = new Set([...Array(count).keys(), ...this.#controlled.map(({ output }) => output.channel)]);
    return [...channels].map((channel) => {
      const control = this.#findControl(channel);
      const forcedFor = control?.forcedFor;
      return {
        channel,
        isOn: this.#terminals.get(channel) ?? null,
        ...(control && { wanted: control.terminal }),
        ...(forcedFor !== undefined && { forcedFor: Math.ceil(forcedFor) }),
      };
    });
  }

  #findControl(channel: number): OutputControl | undefined {
    return this.#controlled.find(({ output }) => output.channel === channel)?.control ?? this.#spare.get(channel);
  }

  #controlOf(channel: number): OutputControl {
    const found = this.#findControl(channel);
    if (found) return found;
    const made = this.#makeControl({ channel, invert: false, delay: 0, minimum: 0 });
    this.#spare.set(channel, made);
    return made;
  }

  #makeControl({ channel, invert, delay, minimum }: Pick<SignalOutput, 'channel' | 'invert' | 'delay' | 'minimum'>): OutputControl {
    const { driver, timers, monotonicNow } = this.#options;
    return new OutputControl({
      ...{ isInverted: invert, delay, minimum, timers },
      now: monotonicNow,
      write: (isOn) => driver.write(channel, isOn),
    });
  }

  /** Its minimum time is that of each level. */
  #startBeat({ minimum }: SignalOutput, control: OutputControl): void {
    let isOn = false;
    const beat = (): void => {
      isOn = !isOn;
      control.follow(isOn);
      this.#beats.set(control, this.#options.timers.setTimeout(beat, minimum || HEARTBEAT));
    };
    beat();
  }
}

function isFollowed({ condition }: SignalOutput): boolean {
  return condition !== 'always' && condition !== 'reject' && condition !== 'heartbeat';
}

function isMet({ condition, printer }: SignalOutput, conditions: ConditionsByPrinter): boolean {
  if (printer !== undefined) return conditions.get(printer)?.has(condition) ?? false;
  const all = [...conditions.values()].map((held) => held.has(condition));
  return OF_ALL.has(condition) ? all.length > 0 && all.every(Boolean) : all.some(Boolean);
}
