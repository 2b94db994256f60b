/** Milliseconds. The mean pause between the characters of a scan: scanners take at most 35, and a busy screen adds a little. */
const MEAN_PAUSE = 45;
/** Milliseconds. A longer pause ends a burst. */
const LONGEST_PAUSE = 120;
/** Shorter texts may be typed by hand. */
const MIN_CHARACTERS = 4;
const ENDS = new Set(['Enter', 'Tab']);

/**
 * The part of a key in a burst: none (`apart`), possibly the first key (`first`), fast enough to be within (`quick`), or the end of a scan
 * with its text.
 */
export type BurstStep = { kind: 'apart' | 'first' | 'quick' } | { kind: 'scan'; text: string };

/**
 * Distinguishes a keyboard-emulating scanner from typing. With a prefix, a text that starts with it is a scan, however short, and no other
 * text is.
 */
export class ScanBurst {
  #text = '';
  #first = 0;
  #last = -Infinity;

  /** `key` is that of a keydown event, `at` its time in milliseconds. */
  press(key: string, at: number, prefix = ''): BurstStep {
    if (ENDS.has(key)) return this.#end(at, prefix);
    const isQuick = this.#text !== '' && at - this.#last <= LONGEST_PAUSE;
    // No code starts with a space: it comes from an operator who presses buttons and check boxes.
    if ([...key].length !== 1 || (key === ' ' && !isQuick && !prefix.startsWith(' '))) {
      this.#text = '';
      return { kind: 'apart' };
    }
    if (!isQuick) {
      this.#text = '';
      this.#first = at;
    }
    this.#text += key;
    this.#last = at;
    return { kind: isQuick ? 'quick' : 'first' };
  }

  /** Whether a scanner may be typing: a character came a moment ago. */
  isTyping(at: number): boolean {
    return at - this.#last <= LONGEST_PAUSE;
  }

  #end(at: number, prefix: string): BurstStep {
    const text = this.#text;
    const pauses = [...text].length;
    const isQuick = pauses > 0 && at - this.#last <= LONGEST_PAUSE && (at - this.#first) / pauses <= MEAN_PAUSE;
    this.#text = '';
    if (!isQuick || !text.startsWith(prefix)) return { kind: 'apart' };
    const scanned = text.slice(prefix.length);
    const isLongEnough = prefix === '' ? pauses >= MIN_CHARACTERS : scanned !== '';
    return isLongEnough ? { kind: 'scan', text: scanned } : { kind: 'apart' };
  }
}
