import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import {
  CoderFaultError,
  LOAD_LIMIT,
  type Coder,
  type CoderReading,
  type CoderStatus,
  type CoderValue,
  type Loaded,
} from '../coders/coder.ts';
import { RecentStatus } from '../coders/recent-status.ts';
import type { DeviceConnection, Question } from '../connection/device-connection.ts';
import { codenetFrame, REPORT, type CodenetMessage } from './codenet-frames.ts';
import { refusalError } from './codenet-refusals.ts';
import { codenetStatus, JET_STATE, parseAlert, parseJetState } from './codenet-status.ts';
import { findMessageFault, valueBlock } from './codenet-values.ts';

/** Models by the number in the reply to `A?`. A coder can be set to name another one. */
const MODELS: Readonly<Record<string, string>> = {
  '22': 'Domino A-Series plus A100',
  '23': 'Domino A-Series plus A300',
  '24': 'Domino A-Series plus Duo',
  '30': 'Domino Ax-Series',
};

/** Characters of a message's name that `P1?` returns, as a coder was seen to do. */
const SELECTED_LENGTH = 3;
/** Changing the label takes up to 750 ms. */
const SELECT_LIMIT = 2_500;

type Answer = Extract<CodenetMessage, { kind: 'ack' | 'nak' | 'reply' }>;

export interface CodenetCoderOptions {
  connection: DeviceConnection<CodenetMessage>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Whether nothing else tells the coder when to print. */
  givesPrintGo: boolean;
  onPrint: () => void;
}

/**
 * A Domino coder with Codenet. It holds one block of values, prints it once and reports the print. Source: "Ax Series Codenet Protocol" (EPT033760,
 * issue 2, Domino).
 */
export class CodenetCoder implements Coder {
  readonly traits = { proof: 'ack', depth: 1, identifies: true, printsWithoutValues: false } as const;
  readonly findMessageFault = findMessageFault;
  readonly print?: () => Promise<void>;
  readonly #options: CodenetCoderOptions;
  readonly #status: RecentStatus;
  /** The label that it has selected, as it said last. Undefined: none was selected over this connection. */
  #selected: string | undefined;

  constructor(options: CodenetCoderOptions) {
    this.#options = options;
    this.#status = new RecentStatus({ now: options.now, ask: () => this.#askStatus() });
    if (options.givesPrintGo) this.print = () => this.#command('N1', 'the print go');
  }

  /** Takes what the coder sends without a question: the report of a print. */
  take({ kind }: CodenetMessage): boolean {
    if (kind !== 'report') return false;
    this.#options.onPrint();
    return true;
  }

  async identify(): Promise<EngineIdentity> {
    this.#selected = undefined;
    this.#status.forget();
    const [, type = '', rest = ''] = await this.#query('A', /^A(\d{2})(\d{7,})$/, 'to say what it is');
    return { model: MODELS[type] ?? `Domino type ${type}`, firmware: `${rest.slice(0, 5)}-${rest.slice(5, 7)}` };
  }

  async read(): Promise<CoderReading> {
    return { ...(await this.#status.get()), message: this.#selected, count: await this.#count() };
  }

  /** Drops the values that wait, and makes the coder report each print. */
  async clear(): Promise<void> {
    await this.#command('}J1', 'to drop its waiting values');
    await this.#clearSerialQueue();
    await this.#command(`I1${REPORT}`, 'to report its prints');
  }

  async select({ message }: DeviceMessage): Promise<string> {
    await this.#command(`ON1${digits(message.length, 2)}${message}`, `to select the label "${message}"`, SELECT_LIMIT);
    this.#selected = await this.#selectedMessage();
    return this.#selected;
  }

  /** It names the first letters of its message only. */
  isMessage(name: string, selected: string): boolean {
    const isWhole = selected.length > SELECTED_LENGTH;
    return selected !== '' && (isWhole ? name : name.slice(0, SELECTED_LENGTH).trimEnd()) === selected;
  }

  /** Values arrive as a whole: nothing is brought before. */
  prepare(): Promise<number | undefined> {
    return this.#count();
  }

  async load({ message: { fields } }: CoderValue): Promise<Loaded> {
    const block = valueBlock(fields);
    await this.#command(`OE${digits(block.length, 4)}${block}`, 'the values of the print', LOAD_LIMIT);
    return {};
  }

  /** Prints since power on, or since a reset. Some coders refuse to say it. */
  async #count(): Promise<number | undefined> {
    const [, count] = (await this.#queryIfKnown('T2', /^T2(\d{1,10})$/)) ?? [];
    return count === undefined ? undefined : Number(count);
  }

  async #askStatus(): Promise<CoderStatus> {
    const jet = await this.#jetState();
    const [text] = await this.#query('O1', /^O1\d{3}[0-9A-Fa-f]{2}$/, 'to say its status');
    const alert = parseAlert(text);
    if (!alert) throw new Error(`not a status: ${text}`);
    if (this.#selected !== undefined) this.#selected = await this.#selectedMessage();
    return codenetStatus(alert, jet);
  }

  async #selectedMessage(): Promise<string> {
    const [, name = ''] = await this.#query('P1', /^P1(.*)$/, 'to say which label it prints');
    return name.trimEnd();
  }

  /** The manual says of the command for values that they wait in the queue of the serial port. A coder without that port refuses. */
  async #clearSerialQueue(): Promise<void> {
    try {
      await this.#command('}J0', 'to drop the values of its serial port');
    } catch (error) {
      if (!(error instanceof CoderFaultError)) throw error;
    }
  }

  async #jetState(): Promise<PrinterState | undefined> {
    const [text] = (await this.#queryIfKnown('OS', JET_STATE)) ?? [];
    return text === undefined ? undefined : parseJetState(text);
  }

  /** `what` completes "The coder refused". */
  async #command(text: string, what: string, limit?: number): Promise<void> {
    const answer = await this.#options.connection.ask(question(text, (message) => (message.kind === 'ack' ? message : undefined), limit));
    if (answer.kind === 'nak') throw new CoderFaultError(refusalError(what, answer.code));
  }

  async #query(id: string, pattern: RegExp, what: string): Promise<RegExpExecArray> {
    const read = (message: CodenetMessage) => (message.kind === 'reply' && pattern.test(message.text) ? message : undefined);
    const answer = await this.#options.connection.ask(question(`${id}?`, read));
    const match = answer.kind === 'reply' ? pattern.exec(answer.text) : undefined;
    if (match) return match;
    throw new CoderFaultError(refusalError(what, answer.kind === 'nak' ? answer.code : ''));
  }

  /** Undefined if the coder refuses the question. */
  async #queryIfKnown(id: string, pattern: RegExp): Promise<RegExpExecArray | undefined> {
    try {
      return await this.#query(id, pattern, `the question ${id}`);
    } catch (error) {
      if (error instanceof CoderFaultError) return undefined;
      throw error;
    }
  }
}

/** A command or a question, which a refusal ends as well. */
function question(text: string, read: (message: CodenetMessage) => Answer | undefined, limit?: number): Question<CodenetMessage, Answer> {
  return {
    bytes: codenetFrame(text),
    read: (message) => (message.kind === 'nak' ? message : read(message)),
    ...(limit !== undefined && { limit }),
  };
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
