import type { EngineCondition } from '../engine.ts';
import type { ExpectedDevice } from '../expected-device.ts';
import { coderCondition, type CoderPhase } from './coder-condition.ts';
import type { CoderReading } from './coder.ts';
import type { SelectedMessage } from './selected-message.ts';

export interface CoderStatusOptions {
  address: string;
  device: ExpectedDevice;
  message: SelectedMessage;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called for each change of the condition, or of what is known about the device. */
  onChange: () => void;
}

/** How the coder is, as last seen. */
export class CoderStatus {
  readonly #options: CoderStatusOptions;
  #phase: CoderPhase = 'stopped';
  #reading: CoderReading | undefined;
  #lostSince: number | undefined;
  #fault: string | undefined;
  #seen = '';

  constructor(options: CoderStatusOptions) {
    this.#options = options;
  }

  get phase(): CoderPhase {
    return this.#phase;
  }

  get reading(): CoderReading | undefined {
    return this.#reading;
  }

  /** Why this device cannot be driven. */
  get fault(): string | undefined {
    return this.#fault;
  }

  set fault(fault: string | undefined) {
    this.#fault = fault;
  }

  /** Whether this device must not print, or be cleared. */
  get isRefused(): boolean {
    return this.#options.device.isOther || this.#fault !== undefined;
  }

  /** Unknown until an earlier print can no longer be made. */
  get count(): number | undefined {
    return this.#phase === 'ready' ? this.#reading?.count : undefined;
  }

  condition(): EngineCondition {
    const { address, device, message } = this.#options;
    const objection = device.objection ?? this.#fault ?? message.fault;
    return coderCondition({ phase: this.#phase, reading: this.#reading, lostSince: this.#lostSince, address, objection });
  }

  enter(phase: CoderPhase): void {
    this.#phase = phase;
    this.update();
  }

  read(reading: CoderReading): void {
    this.#lostSince = undefined;
    this.#reading = reading;
    this.update();
  }

  /** The device answers, and cannot be driven. */
  refuse(fault: string): void {
    this.#lostSince = undefined;
    this.#fault = fault;
    this.update();
  }

  /** The connection has ended, and what was known with it. Returns whether that is news. */
  lost(): boolean {
    const isNews = this.#lostSince === undefined;
    this.#lostSince ??= this.#options.now();
    this.forget();
    return isNews;
  }

  forget(): void {
    this.#reading = this.#fault = undefined;
    this.#options.message.forget();
    this.#options.message.forgive();
  }

  stopped(): void {
    this.#lostSince = undefined;
    this.forget();
    this.#options.device.lost();
    this.enter('stopped');
  }

  /** Reports if anything has changed. */
  update(): void {
    const seen = JSON.stringify([this.condition(), this.#options.device.found, this.count === undefined]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#options.onChange();
  }
}
