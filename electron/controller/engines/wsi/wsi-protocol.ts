import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { CoderRefusalError, type CoderProtocol, type CoderStatus } from '../single-value-coders/coder-protocol.ts';
import type { DeviceConnection } from '../connection/device-connection.ts';
import { checksumOf, SEPARATOR, wsiFrame, type WsiMessage } from './wsi-frames.ts';
import { parseWsiStatus } from './wsi-status.ts';

/** The coder prints a field's value on every product until it gets another one. Printing is on only while one print waits for its product. */
const PRINT_ON = 'O1';
const PRINT_OFF = 'O0';

/** WSI: the commands of a Videojet coder. Source: "1000 line Series WSI Communications Protocol" (462115-01, Videojet). */
export class WsiProtocol implements CoderProtocol {
  readonly #connection: DeviceConnection<WsiMessage>;
  /** Fields that hold the values of a print. */
  #filled: string[] = [];

  constructor(connection: DeviceConnection<WsiMessage>) {
    this.#connection = connection;
  }

  /** The protocol does not say which coder answers. */
  async identify(): Promise<undefined> {
    return undefined;
  }

  status(): Promise<CoderStatus> {
    return this.#ask('E', (text) => parseWsiStatus(text), 'to say its status');
  }

  /** Its prints, as it counts them. Undefined if it does not know the question, as some models do not. */
  async count(): Promise<number | undefined> {
    try {
      return await this.#ask('GA', (text) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined), 'to say its count of prints');
    } catch (error) {
      if (error instanceof CoderRefusalError) return undefined;
      throw error;
    }
  }

  /** No product gets the values any more. The fields keep them: a print that is begun may still need them. */
  clear(): Promise<void> {
    return this.#command(PRINT_OFF, 'to stop printing');
  }

  selectedMessage(): Promise<string> {
    return this.#ask('Q', (text) => text.trim(), 'to say which message it prints');
  }

  isMessage(name: string, selected: string): boolean {
    return name.trim() === selected;
  }

  async select(name: string): Promise<void> {
    this.#filled = [];
    await this.#command(`M${name}`, `to select the message "${name}"`);
  }

  /** Printing is off: no product gets a part of the values. */
  async prepare(fields: DeviceMessage['fields']): Promise<void> {
    this.#filled = Object.keys(fields);
    for (const [name, value] of Object.entries(fields)) {
      await this.#command(`U${name}${SEPARATOR}${value}`, `the value of the field "${name}"`);
    }
  }

  release(_fields: DeviceMessage['fields'], limit: number): Promise<void> {
    return this.#command(PRINT_ON, 'to print', limit);
  }

  /** Then empties the fields: a person who switches printing on at the coder does not print the values again. */
  async withdraw(): Promise<void> {
    await this.#command(PRINT_OFF, 'to stop printing');
    for (const name of this.#filled) await this.#empty(name);
    this.#filled = [];
  }

  /** A coder that refuses keeps the value, and does not print it while printing is off. */
  async #empty(name: string): Promise<void> {
    try {
      await this.#command(`D${name}`, `to empty the field "${name}"`);
    } catch (error) {
      if (!(error instanceof CoderRefusalError)) throw error;
    }
  }

  /** `what` completes "The coder refused". An answer with the checksum of another command is none. */
  async #command(text: string, what: string, limit?: number): Promise<void> {
    const checksum = checksumOf(text);
    const { kind } = await this.#connection.ask({
      bytes: wsiFrame(text),
      read: (message) => (message.kind !== 'data' && message.checksum === checksum ? message : undefined),
      ...(limit !== undefined && { limit }),
    });
    if (kind === 'refused') throw refusal(what);
  }

  async #ask<Answer>(text: string, parse: (text: string) => Answer | undefined, what: string): Promise<Answer> {
    const checksum = checksumOf(text);
    const { value } = await this.#connection.ask({
      bytes: wsiFrame(text),
      read: (message): { value: Answer | undefined } | undefined => {
        if (message.kind !== 'data') return message.kind === 'refused' && message.checksum === checksum ? { value: undefined } : undefined;
        const parsed = parse(message.text);
        return parsed === undefined ? undefined : { value: parsed };
      },
    });
    if (value === undefined) throw refusal(what);
    return value;
  }
}

function refusal(what: string): CoderRefusalError {
  return new CoderRefusalError(`The coder refused ${what}, or does not know that command.`);
}
