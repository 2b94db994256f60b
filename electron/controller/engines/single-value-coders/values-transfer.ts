import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { NotSentError } from '../connection/connection-errors.ts';
import { EngineError } from '../engine.ts';
import { CoderRefusalError, type CoderProtocol } from './coder-protocol.ts';
import type { MessageSelection } from './message-selection.ts';

/** Milliseconds. Together they are less than the five seconds that the caller of `send` waits. */
const PREPARE_LIMIT = 3_600;
const RELEASE_LIMIT = 1_200;

export interface ValuesTransferOptions {
  protocol: CoderProtocol;
  selection: MessageSelection;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Where the coder is reached, for messages. */
  address: string;
}

/** Brings the values of one print to a coder, in two steps: nothing is printed before the second one. */
export class ValuesTransfer {
  readonly #options: ValuesTransferOptions;

  constructor(options: ValuesTransferOptions) {
    this.#options = options;
  }

  /** Selects the message, brings values that are not printed yet, and returns the coder's count. Every error is an `EngineError`. */
  async prepare({ message, fields }: DeviceMessage): Promise<number | undefined> {
    const { protocol, selection, now } = this.#options;
    const end = now() + PREPARE_LIMIT;
    const count = await this.#take(async () => {
      await selection.select(message);
      await protocol.prepare(fields);
      return protocol.count();
    });
    if (selection.fault !== undefined) throw new EngineError('cannot-print', selection.fault);
    if (now() > end) throw new EngineError('device-failed', `The coder took more than ${PREPARE_LIMIT} ms to get ready for the print.`);
    return count;
  }

  /** From now on the coder prints the values. Throws an `EngineError` only if it certainly does not. */
  async release({ fields }: DeviceMessage): Promise<void> {
    try {
      await this.#options.protocol.release(fields, RELEASE_LIMIT);
    } catch (error) {
      throw error instanceof CoderRefusalError || error instanceof NotSentError ? this.#engineError(error) : error;
    }
  }

  async #take<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      throw this.#engineError(error);
    }
  }

  #engineError(cause: unknown): EngineError {
    const { address } = this.#options;
    if (cause instanceof CoderRefusalError) return new EngineError('device-failed', cause.message, { cause });
    if (cause instanceof NotSentError) return new EngineError('device-failed', `There is no connection to ${address}.`, { cause });
    return new EngineError('device-failed', `The coder at ${address} did not answer before it got the print.`, { cause });
  }
}
