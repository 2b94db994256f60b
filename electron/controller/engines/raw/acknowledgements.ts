import { ScriptTimeoutError, TimeLimitedScript } from '../../platform/time-limited-script.ts';

/** The text that a pattern is matched against is no longer than this. */
const MAX_TEXT = 512;

const COUNT = `(() => {
  let count = 0;
  for (let at = 0; at < added.length; at += ${MAX_TEXT / 2}) {
    text = (text + added.slice(at, at + ${MAX_TEXT / 2})).slice(-${MAX_TEXT});
    for (let match = pattern.exec(text); match && match[0] !== ''; match = pattern.exec(text)) {
      text = text.slice(match.index + match[0].length);
      count++;
    }
  }
  return count;
})()`;

/** The pattern takes too long. */
export class SlowPatternError extends Error {
  constructor() {
    super('the pattern of the acknowledgement takes too long: it goes through too many possibilities');
    this.name = 'SlowPatternError';
  }
}

/** Finds acknowledgements in what a device sends, however it is split. Each byte is one character. */
export class Acknowledgements {
  /** `text` is what may be the beginning of an acknowledgement. */
  readonly #script: TimeLimitedScript<{ pattern: RegExp; text: string; added: string }>;

  /** `computed`: the processor time of this thread, in microseconds. */
  constructor(pattern: RegExp, computed?: () => number) {
    this.#script = new TimeLimitedScript(COUNT, { pattern, text: '', added: '' }, computed);
  }

  /** Adds what the device sent, and returns how many acknowledgements are in it. Throws a `SlowPatternError`. */
  add(bytes: Uint8Array): number {
    const { context } = this.#script;
    context.added = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const { text } = context;
    try {
      // An attempt that was interrupted has taken a part of the text: no acknowledgement must be lost by that.
      return this.#script.run(() => (context.text = text)) as number;
    } catch (error) {
      this.clear();
      if (error instanceof ScriptTimeoutError) throw new SlowPatternError();
      throw error;
    }
  }

  /** Forgets the beginning of an acknowledgement. */
  clear(): void {
    this.#script.context.text = '';
  }
}
