import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { NotSentError } from '../connection/connection-errors.ts';
import { EngineError } from '../engine.ts';
import { CoderFaultError, type Coder, type CoderValue, type Loaded } from './coder.ts';
import type { MessageSelection } from './message-selection.ts';

/** Milliseconds until a print is ready to be loaded, and is loaded. The caller of `send` waits five seconds. */
const PREPARE_LIMIT = 3_600;
const SEND_LIMIT = 4_900;

export interface ValuesTransferOptions {
  coder: Coder;
  selection: MessageSelection;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Where the coder is reached, for messages. */
  address: string;
}

/**
 * Brings the values of one print to a coder, in two steps: nothing is printed before the second one. The coder keeps no value of which the caller
 * does not wait to hear any more: a person may say then that it was not printed.
 */
export class ValuesTransfer {
  readonly #options: ValuesTransferOptions;
  /** When the caller began to wait. */
  #begunAt = 0;

  constructor(options: ValuesTransferOptions) {
    this.#options = options;
  }

  /** Takes the message of a print. Throws an `EngineError` for one that the coder cannot take. */
  accept(message: DeviceMessage | undefined): DeviceMessage {
    if (!message) throw new EngineError('cannot-print', 'The print names no message of the coder.');
    const fault = this.#options.coder.findMessageFault(message);
    if (fault !== undefined) throw new EngineError('cannot-print', fault);
    return message;
  }

  /** Selects the message, brings what is not printed yet, and returns the coder's count if it was read. Every error is an `EngineError`. */
  async prepare(message: DeviceMessage): Promise<number | undefined> {
    const { coder, selection, now } = this.#options;
    this.#begunAt = now();
    try {
      await selection.select(message);
      if (selection.fault !== undefined) throw new EngineError('cannot-print', selection.fault.text);
      const count = await coder.prepare?.(message);
      if (this.#isLaterThan(PREPARE_LIMIT))
        throw new EngineError('device-failed', `The coder took more than ${PREPARE_LIMIT} ms to get ready for the print.`);
      return count;
    } catch (error) {
      throw this.#engineError(error);
    }
  }

  /** From now on the coder prints the value. Throws an `EngineError` only if it certainly does not, and any other error if it came too late. */
  async load(value: CoderValue): Promise<Loaded> {
    const loaded = await this.#options.coder.load(value).catch((error: unknown) => {
      throw error instanceof CoderFaultError || error instanceof NotSentError ? this.#engineError(error) : error;
    });
    if (this.#isLaterThan(SEND_LIMIT)) throw new Error(`the coder took more than ${SEND_LIMIT} ms to take the print`);
    return loaded;
  }

  #isLaterThan(limit: number): boolean {
    return this.#options.now() - this.#begunAt > limit;
  }

  #engineError(cause: unknown): EngineError {
    const { address, selection } = this.#options;
    if (cause instanceof EngineError) return cause;
    if (cause instanceof CoderFaultError) {
      return new EngineError(selection.fault === undefined ? 'device-failed' : 'cannot-print', cause.message, { cause });
    }
    if (cause instanceof NotSentError) return new EngineError('device-failed', `There is no connection to ${address}.`, { cause });
    return new EngineError('device-failed', `The coder at ${address} did not answer before it got the print.`, { cause });
  }
}
