import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { EngineCondition } from '../engine.ts';
import { ExpectedDevice, type ExpectedDeviceOptions } from '../expected-device.ts';
import { coderCondition, type CoderPhase } from './coder-condition.ts';
import type { CoderReading, CoderTraits } from './coder.ts';
import type { MessageSelection } from './message-selection.ts';

export interface CoderStateOptions extends ExpectedDeviceOptions {
  proof: CoderTraits['proof'];
  selection: MessageSelection;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called synchronously with each change of the condition, of the count, or of what is known about the coder. */
  onChange: () => void;
}

/** What is known about a coder: how far it is in use, and what it said last. */
export class CoderState {
  readonly #options: CoderStateOptions;
  readonly #device: ExpectedDevice;
  #phase: CoderPhase = 'stopped';
  #reading: CoderReading | undefined;
  #hasCount: boolean | undefined;
  #lostSince: number | undefined;
  #fault: StatusError | undefined;
  #seen = '';

  constructor(options: CoderStateOptions) {
    this.#options = options;
    this.#device = new ExpectedDevice(options);
  }

  get phase(): CoderPhase {
    return this.#phase;
  }

  get reading(): CoderReading | undefined {
    return this.#reading;
  }

  /** Unknown without a connection, and until an earlier print can no longer be made. */
  get count(): number | undefined {
    return this.#phase === 'ready' ? this.#reading?.count : undefined;
  }

  /** Whether it counts its prints; undefined until it was asked. */
  get hasCount(): boolean | undefined {
    return this.#hasCount;
  }

  get identity(): EngineIdentity | undefined {
    return this.#device.found;
  }

  /** Whether another device answers, which must not print or be cleared. */
  get isOtherDevice(): boolean {
    return this.#device.isOther;
  }

  condition(): EngineCondition {
    const { address, proof, selection } = this.#options;
    const objections = [this.#device.objection, this.#fault, selection.fault];
    return coderCondition({ phase: this.#phase, proof, reading: this.#reading, lostSince: this.#lostSince, address, objections });
  }

  enter(phase: CoderPhase): void {
    this.#phase = phase;
    this.update();
  }

  identified(identity: EngineIdentity | undefined): void {
    if (identity) this.#device.answered(identity);
  }

  /** `fault`: what the coder has refused before it was read. */
  read(reading: CoderReading, fault?: StatusError): void {
    this.#lostSince = undefined;
    this.#fault = fault;
    this.#reading = reading;
    this.#hasCount = reading.count !== undefined;
    this.#options.selection.check(reading.message);
    this.update();
  }

  /** The coder answers, and refuses something without which it cannot be used. */
  refused(fault: StatusError): void {
    this.#lostSince = undefined;
    this.#fault = fault;
    this.update();
  }

  /** The connection has ended, or could not be made. Returns whether that is news. */
  lost(): boolean {
    const isNews = this.#lostSince === undefined;
    this.#lostSince ??= this.#options.now();
    this.reconnecting();
    return isNews;
  }

  /** What was known is not certain any more. */
  reconnecting(): void {
    this.#forget();
    this.enter('connecting');
  }

  stopped(): void {
    this.#forget();
    this.#hasCount = this.#lostSince = undefined;
    this.#device.lost();
    this.enter('stopped');
  }

  /** Reports a change, if there is one. */
  update(): void {
    const seen = JSON.stringify([this.condition(), this.identity, this.#hasCount, this.count ?? null]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#options.onChange();
  }

  #forget(): void {
    this.#reading = this.#fault = undefined;
    this.#options.selection.reset();
  }
}
