import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { CoderFaultError, LOAD_LIMIT, type Coder, type CoderReading, type CoderStatus, type Loaded } from '../coders/coder.ts';
import { RecentStatus } from '../coders/recent-status.ts';
import type { DeviceConnection } from '../connection/device-connection.ts';
import { checksumOf, SEPARATOR, wsiFrame, type WsiMessage } from './wsi-frames.ts';
import { parseWsiStatus } from './wsi-status.ts';
import { findMessageFault } from './wsi-values.ts';

/** The coder prints a field's value on every product until it gets another one. Printing is on only while one print waits for its product. */
const PRINT_ON = 'O1';
const PRINT_OFF = 'O0';

export interface WsiCoderOptions {
  connection: DeviceConnection<WsiMessage>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * A Videojet coder with WSI. It has one set of values, prints them on each product, and counts its prints. Source: "1000 line Series WSI
 * Communications Protocol" (462115-01, Videojet).
 */
export class WsiCoder implements Coder {
  readonly traits = { proof: 'count', depth: 1, identifies: false, printsWithoutValues: false } as const;
  readonly findMessageFault = findMessageFault;
  readonly #connection: DeviceConnection<WsiMessage>;
  readonly #status: RecentStatus;
  /** The message that it has selected, as it said last. Undefined: none was selected over this connection. */
  #selected: string | undefined;
  /** Fields that hold the values of a print. */
  #filled: string[] = [];

  constructor({ connection, now }: WsiCoderOptions) {
    this.#connection = connection;
    this.#status = new RecentStatus({ now, ask: () => this.#askStatus() });
  }

  /** The protocol does not say which coder answers. */
  async identify(): Promise<undefined> {
    this.#selected = undefined;
    this.#status.forget();
  }

  async read(): Promise<CoderReading> {
    return { ...(await this.#status.get()), message: this.#selected, count: await this.#count() };
  }

  /** No product gets the values any more. The fields keep them: a print that is begun may still need them. */
  clear(): Promise<void> {
    return this.#command(PRINT_OFF, statusError('coder-refused-to-stop'));
  }

  async select({ message }: DeviceMessage): Promise<string> {
    this.#filled = [];
    await this.#command(`M${message}`, statusError('coder-refused-message', { message }));
    this.#selected = await this.#selectedMessage();
    return this.#selected;
  }

  isMessage(name: string, selected: string): boolean {
    return name.trim() === selected;
  }

  /** Printing is off: no product gets a part of the values. */
  async prepare({ fields }: DeviceMessage): Promise<number | undefined> {
    this.#filled = Object.keys(fields);
    for (const [name, value] of Object.entries(fields)) {
      await this.#command(`U${name}${SEPARATOR}${value}`, statusError('coder-refused-field', { field: name }));
    }
    return this.#count();
  }

  async load(): Promise<Loaded> {
    await this.#command(PRINT_ON, statusError('coder-refused-to-print'), LOAD_LIMIT);
    return {};
  }

  /** Then empties the fields: a person who switches printing on at the coder does not print the values again. */
  async withdraw(): Promise<void> {
    await this.#command(PRINT_OFF, statusError('coder-refused-to-stop'));
    for (const name of this.#filled) await this.#empty(name);
    this.#filled = [];
  }

  /** Its prints, as it counts them. Undefined if it does not know the question, as some models do not. */
  async #count(): Promise<number | undefined> {
    try {
      return await this.#ask('GA', (text) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined), statusError('coder-refused-count'));
    } catch (error) {
      if (error instanceof CoderFaultError) return undefined;
      throw error;
    }
  }

  async #askStatus(): Promise<CoderStatus> {
    const status = await this.#ask('E', (text) => parseWsiStatus(text), statusError('coder-refused-status'));
    if (this.#selected !== undefined) this.#selected = await this.#selectedMessage();
    return status;
  }

  #selectedMessage(): Promise<string> {
    return this.#ask('Q', (text) => text.trim(), statusError('coder-refused-selected'));
  }

  /** A coder that refuses keeps the value, and does not print it while printing is off. */
  async #empty(name: string): Promise<void> {
    try {
      await this.#command(`D${name}`, statusError('coder-refused-field', { field: name }));
    } catch (error) {
      if (!(error instanceof CoderFaultError)) throw error;
    }
  }

  /** `refusal` is the fault if the coder refuses. An answer with the checksum of another command is none. */
  async #command(text: string, refusal: StatusError, limit?: number): Promise<void> {
    const checksum = checksumOf(text);
    const { kind } = await this.#connection.ask({
      bytes: wsiFrame(text),
      read: (message) => (message.kind !== 'data' && message.checksum === checksum ? message : undefined),
      ...(limit !== undefined && { limit }),
    });
    if (kind === 'refused') throw new CoderFaultError(refusal);
  }

  async #ask<Answer>(text: string, parse: (text: string) => Answer | undefined, refusal: StatusError): Promise<Answer> {
    const checksum = checksumOf(text);
    const { value } = await this.#connection.ask({
      bytes: wsiFrame(text),
      read: (message): { value: Answer | undefined } | undefined => {
        if (message.kind !== 'data') return message.kind === 'refused' && message.checksum === checksum ? { value: undefined } : undefined;
        const parsed = parse(message.text);
        return parsed === undefined ? undefined : { value: parsed };
      },
    });
    if (value === undefined) throw new CoderFaultError(refusal);
    return value;
  }
}
