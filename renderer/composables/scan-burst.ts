/** The mean of the pauses between the characters of a scan, in milliseconds: a scanner takes at most 35, and a busy screen adds a little. */
const MEAN_PAUSE = 45;
/** A longer pause than this ends a burst. */
const LONGEST_PAUSE = 120;
/** Fewer characters than this may be anybody's typing. */
const FEWEST_CHARACTERS = 4;
const ENDS = new Set(['Enter', 'Tab']);

/**
 * What a key is to a burst: nothing (`apart`), perhaps its beginning (`first`), quick enough for its middle (`quick`), or the end of a
 * scan with the text that was scanned.
 */
export type BurstStep = { kind: 'apart' | 'first' | 'quick' } | { kind: 'scan'; text: string };

/**
 * Tells the bursts of a scanner that types like a keyboard from a person who types. With a prefix, what begins with it is a scan however
 * short it is, and nothing else is one.
 */
export class ScanBurst {
  #text = '';
  #first = 0;
  #last = -Infinity;

  /** `key` is that of a keydown event, `at` its moment in milliseconds. */
  press(key: string, at: number, prefix = ''): BurstStep {
    if (ENDS.has(key)) return this.#end(at, prefix);
    const isQuick = this.#text !== '' && at - this.#last <= LONGEST_PAUSE;
    // No code begins with a space: it is somebody's who presses keys and boxes, however quick.
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

  #end(at: number, prefix: string): BurstStep {
    const text = this.#text;
    const pauses = [...text].length;
    const isQuick = pauses > 0 && at - this.#last <= LONGEST_PAUSE && (at - this.#first) / pauses <= MEAN_PAUSE;
    this.#text = '';
    if (!isQuick || !text.startsWith(prefix)) return { kind: 'apart' };
    const scanned = text.slice(prefix.length);
    const isLongEnough = prefix === '' ? pauses >= FEWEST_CHARACTERS : scanned !== '';
    return isLongEnough ? { kind: 'scan', text: scanned } : { kind: 'apart' };
  }
}
