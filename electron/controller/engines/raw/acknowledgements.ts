import { createContext, Script } from 'node:vm';

/** The text that a pattern is matched against is no longer than this. */
const MAX_TEXT = 512;
/** A pattern that computes longer, in milliseconds, goes through too many possibilities. */
const MATCH_LIMIT = 250;
const MICROSECONDS = 1_000;

/** Runs in a context of its own, because only there it can be stopped: a pattern from a person can take years. */
const COUNT = new Script(`(() => {
  let count = 0;
  for (let at = 0; at < added.length; at += ${MAX_TEXT / 2}) {
    text = (text + added.slice(at, at + ${MAX_TEXT / 2})).slice(-${MAX_TEXT});
    for (let match = pattern.exec(text); match && match[0] !== ''; match = pattern.exec(text)) {
      text = text.slice(match.index + match[0].length);
      count++;
    }
  }
  return count;
})()`);

/** The pattern takes too long. */
export class SlowPatternError extends Error {
  constructor() {
    super('the pattern of the acknowledgement takes too long: it goes through too many possibilities');
    this.name = 'SlowPatternError';
  }
}

/** Finds acknowledgements in what a device sends, however it is split. Each byte is one character. */
export class Acknowledgements {
  /** The global variables of `COUNT`. `text` is what may be the beginning of an acknowledgement. */
  readonly #context: { pattern: RegExp; text: string; added: string };
  readonly #computed: () => number;

  /** `computed`: the processor time of this thread, in microseconds. */
  constructor(pattern: RegExp, computed: () => number = threadTime) {
    this.#context = { pattern, text: '', added: '' };
    this.#computed = computed;
    createContext(this.#context);
  }

  /** Adds what the device sent, and returns how many acknowledgements are in it. Throws a `SlowPatternError`. */
  add(bytes: Uint8Array): number {
    this.#context.added = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const { text } = this.#context;
    const end = this.#computed() + MATCH_LIMIT * MICROSECONDS;
    for (;;) {
      try {
        return COUNT.runInContext(this.#context, { timeout: MATCH_LIMIT }) as number;
      } catch (error) {
        this.clear();
        // The error belongs to the other context.
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        if (this.#computed() >= end) throw new SlowPatternError();
        // The time passed while the machine did other things: an acknowledgement must not be lost by that.
        this.#context.text = text;
      }
    }
  }

  /** Forgets the beginning of an acknowledgement. */
  clear(): void {
    this.#context.text = '';
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
