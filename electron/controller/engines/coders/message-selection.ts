import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { CoderFaultError, type Coder } from './coder.ts';

/** Selects the message that a coder draws, and sees to it that no other one is printed. */
export class MessageSelection {
  readonly #coder: Coder;
  #selected: DeviceMessage | undefined;
  /** Whether the next print of the same message needs no selection. */
  #isCurrent = false;
  #refusal: StatusError | undefined;
  #mismatch: StatusError | undefined;

  constructor(coder: Coder) {
    this.#coder = coder;
  }

  /** Why the coder must not print; undefined if it has selected the right message. */
  get fault(): StatusError | undefined {
    return this.#refusal ?? this.#mismatch;
  }

  /** Whether a print of this message needs no selection. Other fields of the same message need one. */
  isFor(message: DeviceMessage): boolean {
    return this.#isCurrent && this.#selected !== undefined && keyOf(this.#selected) === keyOf(message);
  }

  /** Selects a message, unless it is selected, and reads it back. Rejects as the coder does; what it refuses is a fault until a `reset`. */
  async select(message: DeviceMessage): Promise<void> {
    if (this.isFor(message)) return;
    this.#isCurrent = false;
    this.#selected = undefined;
    try {
      const found = await this.#coder.select(message);
      this.#selected = message;
      this.#isCurrent = true;
      this.check(found);
    } catch (error) {
      if (error instanceof CoderFaultError) this.#refusal = error.fault;
      throw error;
    }
  }

  /** Takes the message that the coder has selected now: a person may have changed it. Undefined says nothing. */
  check(found: string | undefined): void {
    const name = this.#selected?.message;
    if (name === undefined || found === undefined) return;
    const isRight = this.#coder.isMessage?.(name, found) ?? found === name;
    this.#mismatch = isRight ? undefined : statusError('device-message-other', { found, message: name });
    if (!isRight) this.#isCurrent = false;
  }

  /** The next print selects its message, whichever that is. */
  expire(): void {
    this.#isCurrent = false;
  }

  /** A person has acted, or the connection is a new one: what was selected or refused before says nothing any more. */
  reset(): void {
    this.#isCurrent = false;
    this.#selected = this.#refusal = this.#mismatch = undefined;
  }
}

/** The message and the names of its fields. */
function keyOf({ message, fields }: DeviceMessage): string {
  return JSON.stringify([message, Object.keys(fields).sort()]);
}
