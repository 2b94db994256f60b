import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { EngineCondition } from '../engine.ts';
import { ExpectedDevice, type ExpectedDeviceOptions } from '../expected-device.ts';
import { coderCondition, type CoderPhase } from './coder-condition.ts';
import type { CoderStatus } from './coder-protocol.ts';
import type { MessageSelection } from './message-selection.ts';

/** Milliseconds for which a status that was read is good enough. */
const STATUS_LASTS = 500;

export interface CoderStateOptions extends ExpectedDeviceOptions {
  selection: MessageSelection;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called synchronously with each change. */
  onChange: () => void;
}

/** What is known about a coder: how far it is in use, and what it reported last. */
export class CoderState {
  /** Why the coder cannot be used, apart from what it reports as an error. */
  fault: string | undefined;
  readonly #options: CoderStateOptions;
  readonly #device: ExpectedDevice;
  #phase: CoderPhase = 'stopped';
  #status: CoderStatus | undefined;
  #statusAt = -Infinity;
  #count: number | undefined;
  #hasCount: boolean | undefined;
  #lostSince: number | undefined;
  #seen = '';

  constructor(options: CoderStateOptions) {
    this.#options = options;
    this.#device = new ExpectedDevice(options);
  }

  get phase(): CoderPhase {
    return this.#phase;
  }

  get isStatusDue(): boolean {
    return this.#status === undefined || this.#options.now() - this.#statusAt >= STATUS_LASTS;
  }

  /** Whether nothing is in its way, as far as it has said. */
  get canPrint(): boolean {
    return (this.#status?.errors ?? []).length === 0 && this.#options.selection.fault === undefined;
  }

  get count(): number | undefined {
    return this.#count;
  }

  /** Whether it counts its prints; undefined until it was asked. */
  get hasCount(): boolean | undefined {
    return this.#hasCount;
  }

  get identity(): EngineIdentity | undefined {
    return this.#device.found;
  }

  get isOtherDevice(): boolean {
    return this.#device.isOther;
  }

  condition(): EngineCondition {
    const objections = [this.#device.objection, this.fault, this.#options.selection.fault];
    const { address } = this.#options;
    return coderCondition({ phase: this.#phase, status: this.#status, lostSince: this.#lostSince, address, objections });
  }

  enter(phase: CoderPhase): void {
    this.#phase = phase;
    this.changed();
  }

  answered(identity: EngineIdentity | undefined): void {
    if (identity) this.#device.answered(identity);
  }

  reported(status: CoderStatus): void {
    this.#status = status;
    this.#statusAt = this.#options.now();
    this.#lostSince = undefined;
    this.changed();
  }

  counted(count: number | undefined): void {
    this.#count = count;
    this.#hasCount = count !== undefined;
  }

  /** Returns whether the connection was there before. */
  connectionLost(): boolean {
    const isNew = this.#lostSince === undefined;
    this.#status = undefined;
    this.#lostSince ??= this.#options.now();
    this.enter('connecting');
    return isNew;
  }

  stopped(): void {
    this.fault = this.#status = this.#count = this.#hasCount = this.#lostSince = undefined;
    this.#device.lost();
    this.enter('stopped');
  }

  /** Reports a change, if there is one. */
  changed(): void {
    const isCounted = this.#phase === 'ready' && this.#count !== undefined;
    const seen = JSON.stringify([this.condition(), this.identity, this.#hasCount, isCounted]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#options.onChange();
  }
}
