import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

export interface ExpectedDeviceOptions {
  /** The device that belongs to the printer; undefined: the first one that answers. */
  expected: EngineIdentity | undefined;
  /** Where the device is reached, for messages. */
  address: string;
}

/**
 * Tells whether the device at an address is the one that belongs to the printer: by the serial number, or by the model where one of the two has
 * no serial number. Two devices of the same model without serial numbers cannot be told apart.
 */
export class ExpectedDevice {
  readonly #address: string;
  #expected: EngineIdentity | undefined;
  #found: EngineIdentity | undefined;

  constructor({ expected, address }: ExpectedDeviceOptions) {
    this.#expected = expected;
    this.#address = address;
  }

  /** The device that answered last. */
  get found(): EngineIdentity | undefined {
    return this.#found;
  }

  get isOther(): boolean {
    return this.#expected !== undefined && this.#found !== undefined && isOtherDevice(this.#expected, this.#found);
  }

  /** Why the device that answered must not print; undefined if it may. */
  get objection(): StatusError | undefined {
    if (!this.#expected || !this.#found || !this.isOther) return undefined;
    const [found, expected] = [describe(this.#found), describe(this.#expected)];
    return statusError('other-device', { address: this.#address, found, expected });
  }

  /** A device has answered. The first one is expected from then on. */
  answered(identity: EngineIdentity): void {
    this.#found = identity;
    if (!this.isOther) this.#expected = { ...this.#expected, ...identity };
  }

  /** Nothing answers any more. */
  lost(): void {
    this.#found = undefined;
  }
}

/** Whether the second device certainly is not the first one. */
export function isOtherDevice(expected: EngineIdentity, found: EngineIdentity): boolean {
  const key = expected.serial !== undefined && found.serial !== undefined ? 'serial' : 'model';
  return expected[key] !== undefined && found[key] !== undefined && expected[key] !== found[key];
}

function describe({ model, serial }: EngineIdentity): string {
  return [model, serial].filter((text) => text !== undefined).join(' ');
}
