import { isExactNumber } from '#contract/is-exact-number.ts';
import { endOfString } from './end-of-string.ts';

/** A number as it is written, and its JSON pointer. */
export interface WrittenNumber {
  pointer: string;
  written: string;
}

/** Finds the first number that would change its value when the text is parsed. */
export function findLostNumber(text: string): WrittenNumber | undefined {
  return MAY_BE_LOST.test(text) ? new NumberFinder(text).find() : undefined;
}

/** A number that changes its value has at least sixteen digits or an exponent of three digits. */
const MAY_BE_LOST = /(?:^|[\s:,[])-?(?:\d{16}|\d[\d.]*[eE]\+?\d{3})/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** An object or array that is not closed yet. */
interface Open {
  /** The current key of an object, as it is written. */
  key: string;
  /** The current index of an array. */
  index: number;
  isList: boolean;
  isKeyNext: boolean;
}

/** Walks through valid JSON without building values. */
class NumberFinder {
  readonly #text: string;
  readonly #open: Open[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  find(): WrittenNumber | undefined {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text.charAt(this.#at);
      if (sign === '"') this.#skipString();
      else if (sign === '-' || (sign >= '0' && sign <= '9')) {
        const written = this.#number();
        if (!isExactNumber(written)) return { pointer: this.#pointer(), written };
      } else this.#step(sign);
    }
    return undefined;
  }

  #skipString(): void {
    const end = endOfString(this.#text, this.#at);
    const inside = this.#open.at(-1);
    if (inside?.isKeyNext) {
      inside.key = this.#text.slice(this.#at, end + 1);
      inside.isKeyNext = false;
    }
    this.#at = end;
  }

  #number(): string {
    NUMBER.lastIndex = this.#at;
    const written = NUMBER.exec(this.#text)?.[0] ?? '';
    this.#at += written.length - 1;
    return written;
  }

  #step(sign: string): void {
    if (sign === '{' || sign === '[') this.#open.push({ key: '', index: 0, isList: sign === '[', isKeyNext: sign === '{' });
    else if (sign === '}' || sign === ']') this.#open.pop();
    else if (sign === ',') {
      const inside = this.#open.at(-1);
      if (!inside) return;
      inside.index += 1;
      inside.isKeyNext = !inside.isList;
    }
  }

  #pointer(): string {
    return this.#open.map(({ key, index, isList }) => `/${isList ? index : pointerStep(JSON.parse(key) as string)}`).join('');
  }
}

function pointerStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
