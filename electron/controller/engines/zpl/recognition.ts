import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { ConfigurationFault } from '../configuration-fault.ts';
import { ExpectedDevice, type ExpectedDeviceOptions } from '../expected-device.ts';
import type { Identification, Identifier } from './identification.ts';
import type { ZplDevice } from './zpl-device.ts';

/** Knows which printer answers, and whether it is the right one. */
export class Recognition {
  readonly #identifier: Identifier;
  readonly #device: ExpectedDevice;
  #found: Identification | undefined;

  constructor(identifier: Identifier, device: ExpectedDeviceOptions) {
    this.#identifier = identifier;
    this.#device = new ExpectedDevice(device);
  }

  get identity(): EngineIdentity | undefined {
    return this.#device.found;
  }

  get isKnown(): boolean {
    return this.#found !== undefined;
  }

  get count(): number | undefined {
    return this.#found?.count;
  }

  /** Dots per inch of the head, if the printer says so. */
  get dpi(): number | undefined {
    return this.#found?.dpi;
  }

  get isOther(): boolean {
    return this.#device.isOther;
  }

  /** Why this printer does not fit the configuration, by field. */
  get configurationFaults(): ConfigurationFault[] {
    return this.#found ? this.#identifier.faults(this.#found) : [];
  }

  /** Why this printer must not print; undefined if it may. */
  get objection(): StatusError | undefined {
    return this.#device.objection ?? this.configurationFaults[0]?.error;
  }

  /** Asks the printer. Rejects as `Identifier.identify` does. */
  ask(device: ZplDevice): Promise<Identification> {
    return this.#identifier.identify(device);
  }

  found(identification: Identification): void {
    const { model, serial, firmware } = identification;
    this.#found = identification;
    this.#device.answered({ ...(model && { model }), ...(serial && { serial }), ...(firmware && { firmware }) });
  }

  forget(): void {
    this.#found = undefined;
    this.#device.lost();
  }
}
