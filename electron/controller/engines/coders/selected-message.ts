import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { EngineError, type EnginePrint } from '../engine.ts';
import { CoderFaultError, type Coder, type CoderReading } from './coder.ts';

/** The message that was selected on the coder, and what was found wrong with it. */
export class SelectedMessage {
  readonly #coder: Coder;
  #selected: DeviceMessage | undefined;
  #fault: string | undefined;

  constructor(coder: Coder) {
    this.#coder = coder;
  }

  /** Why nothing must be printed until a person has corrected it. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Whether a print of this message needs no selection. Other fields of the same message need one. */
  isFor(message: DeviceMessage): boolean {
    return this.#selected !== undefined && keyOf(this.#selected) === keyOf(message);
  }

  /** Selects the message and reads it back. Throws an `EngineError`; `fault` is set if a person has to do something. */
  async select(message: DeviceMessage): Promise<void> {
    this.#selected = undefined;
    try {
      await this.#coder.select(message);
      this.#selected = message;
    } catch (error) {
      if (!(error instanceof CoderFaultError)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new EngineError('device-failed', `The message "${message.message}" was not selected: ${reason}.`, { cause: error });
      }
      this.#fault = error.message;
      throw new EngineError('cannot-print', error.message);
    }
  }

  /** Whether another message was selected on the device since; that is a fault. */
  isReplaced({ message: found }: CoderReading): boolean {
    const { message: own } = this.#selected ?? {};
    if (own === undefined || found === undefined || found === own) return false;
    this.#fault = `The coder has the message "${found}" selected instead of "${own}".`;
    return true;
  }

  /** It has to be selected again. */
  forget(): void {
    this.#selected = undefined;
  }

  /** A person has looked at it, or another device answers: it is tried again. */
  forgive(): void {
    this.#fault = undefined;
  }
}

/** The message of a print. Throws an `EngineError` if it has none, or no values, by which the print would be proven. */
export function messageOf({ message }: EnginePrint): DeviceMessage {
  if (!message) throw new EngineError('cannot-print', 'The label has no message on this coder.');
  if (Object.keys(message.fields).length > 0) return message;
  throw new EngineError('cannot-print', `The message "${message.message}" gets no values: assign at least one field.`);
}

/** The message and the names of its fields. */
function keyOf({ message, fields }: DeviceMessage): string {
  return JSON.stringify([message, Object.keys(fields).sort()]);
}
