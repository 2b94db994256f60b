import type { DeviceMessage, HeldMessage } from '#contract/api-v3/device-message.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import {
  CoderFaultError,
  LOAD_LIMIT,
  type Coder,
  type CoderReading,
  type CoderTraits,
  type CoderValue,
  type Loaded,
} from '../coders/coder.ts';
import type { DeviceConnection } from '../connection/device-connection.ts';
import { confirmed, listed, numbered, question, type ZipherCommand } from './zipher-messages.ts';
import { stateOf, STATUS, type ZipherStatus } from './zipher-status.ts';
import { encodeValue, findMessageFault } from './zipher-text.ts';

/** A device confirms a print when it is made: the product may still be on its way. Milliseconds. */
const PRINT_LIMIT = 10_000;
/** Loading a job takes a moment. The caller of `send` waits five seconds for all of it. */
const SELECT_LIMIT = 3_000;
/** Readings of a count that changes all the time. */
const MAX_READINGS = 3;
/** Values that it holds if its product detector tells it to print: one is ready when the product after the next one comes. */
const DEPTH = 2;
/** The most jobs whose fields are listed. */
const MAX_LISTED = 100;

export interface ZipherCoderOptions {
  connection: Pick<DeviceConnection<string>, 'ask'>;
  /** Whether it is told to print. If not, its own product detector tells it. */
  hasPrintCommand: boolean;
  onPrint: () => void;
}

/** A Videojet device with a serialization buffer: each value has an index, and the device names the index that it printed last. */
export class ZipherCoder implements Coder {
  readonly traits: CoderTraits;
  readonly findMessageFault = findMessageFault;
  readonly print?: () => Promise<void>;
  readonly #options: ZipherCoderOptions;
  /** The fields that get values, in the order of the device. */
  #header: string[] = [];
  #lastIndex: number | undefined;
  /** Whether it reports when a print begins and when it is complete. */
  #hasNotes = false;
  #hasBegun = false;

  constructor(options: ZipherCoderOptions) {
    this.#options = options;
    // While it is told to print it takes no further value.
    const depth = options.hasPrintCommand ? 1 : DEPTH;
    this.traits = { proof: 'id', depth, identifies: false, printsWithoutValues: false };
    if (options.hasPrintCommand) this.print = () => this.#printOnce();
  }

  /** Takes what the device reports without a question. */
  take(line: string): boolean {
    const [name] = line.split('|');
    if (name !== 'PRS' && name !== 'PRC') return false;
    this.#hasBegun = name === 'PRS';
    if (name === 'PRC') this.#options.onPrint();
    return true;
  }

  /** The protocol names neither a model nor a serial number. */
  async identify(): Promise<undefined> {
    this.#hasNotes = this.#hasBegun = false;
    this.#lastIndex = undefined;
    // An empty line ends what an earlier connection may have left half sent.
    await this.#ask({ parts: ['\rVER'], data: ([name]) => (name === 'VER' ? true : undefined) });
    await this.#try(confirmed('DAN'));
    const notes = [await this.#try(confirmed('SNO', 'PRS', '1')), await this.#try(confirmed('SNO', 'PRC', '1'))];
    this.#hasNotes = notes.every(Boolean);
    if ((await this.#try(numbered('SRC'))) === undefined) {
      throw new CoderFaultError(statusError('coder-buffer-missing'));
    }
  }

  /** The count is read between two answers that name the same index. */
  async read(isHolding: boolean): Promise<CoderReading> {
    const held = isHolding ? await this.#ask(numbered('SRC')) : undefined;
    let before = this.#lastIndex;
    let status = await this.#ask(STATUS);
    let lastIndex = await this.#ask(numbered('SLR'));
    for (let readings = 1; lastIndex !== before && readings < MAX_READINGS; readings++) {
      before = lastIndex;
      status = await this.#ask(STATUS);
      lastIndex = await this.#ask(numbered('SLR'));
    }
    this.#lastIndex = lastIndex;
    const isWaiting = this.#hasNotes && !this.#hasBegun;
    return { ...stateOf(status, await this.#faults(status)), count: status.total, lastIndex, isWaiting, held, message: status.job };
  }

  async clear(): Promise<void> {
    await this.#ask(confirmed('SCB'));
  }

  async select({ message, fields }: DeviceMessage): Promise<string> {
    if (!(await this.#try({ ...confirmed('SLA', message), limit: SELECT_LIMIT }))) {
      throw new CoderFaultError(statusError('device-message-missing', { message }));
    }
    const { job } = await this.#ask(STATUS);
    if (job !== message) return job;
    const names = Object.keys(fields);
    const own = await this.#try(listed(['GJF', message], 'JFL'));
    const missing = own && names.find((name) => !own.includes(name));
    if (missing !== undefined) throw new CoderFaultError(statusError('device-message-field-missing', { message, field: missing }));
    if (!(await this.#try(confirmed('SHO', ...names)))) {
      throw new CoderFaultError(statusError('device-message-fields-refused', { message, fields: names.join(', ') }));
    }
    this.#header = names;
    return job;
  }

  async load({ index, message: { fields } }: CoderValue): Promise<Loaded> {
    const { parts, data } = confirmed('SID', String(index), ...this.#header.map((field) => encodeValue(fields[field] ?? '')));
    // The free space is the answer of some devices.
    await this.#ask({ parts, data: (answer) => (answer[0] === 'SFS' ? true : data(answer)), limit: LOAD_LIMIT });
    return {};
  }

  async list(): Promise<HeldMessage[] | undefined> {
    const names = await this.#try(listed(['GJL'], 'JBL'));
    if (!names) return undefined;
    const held: HeldMessage[] = [];
    for (const name of names) {
      const fields = held.length < MAX_LISTED ? await this.#try(listed(['GJF', name], 'JFL')) : undefined;
      held.push({ name, ...(fields && { fields }) });
    }
    return held;
  }

  async #printOnce(): Promise<void> {
    await this.#ask({ ...confirmed('PRN'), limit: PRINT_LIMIT });
  }

  async #faults({ isFaulty }: ZipherStatus): Promise<string[]> {
    return (isFaulty && (await this.#try(listed(['GFT'], 'FLT', 3)))) || [];
  }

  /** Rejects with a `CoderFaultError` if the device refuses it. */
  async #ask<Answer>(command: ZipherCommand<Answer>): Promise<Answer> {
    const answer = await this.#options.connection.ask(question(command));
    if (answer instanceof CoderFaultError) throw answer;
    return answer;
  }

  /** Undefined if the device refuses it. */
  async #try<Answer>(command: ZipherCommand<Answer>): Promise<Answer | undefined> {
    const answer = await this.#options.connection.ask(question(command));
    return answer instanceof CoderFaultError ? undefined : answer;
  }
}
