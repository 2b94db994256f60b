import { FNC1 } from './gs1-data.ts';

/** The content of a `^BC`: its text without the codes that select a subset. */
export interface Code128Data {
  text: string;
  /** Whether FNC1 comes first, which makes it a GS1-128. */
  isGs1: boolean;
  /** Whether the data select subsets. */
  hasSubsets: boolean;
  /** Characters that were dropped because they have no text representation. */
  dropped: string[];
}

type Subset = 'A' | 'B' | 'C';

const STARTS: Readonly<Partial<Record<string, Subset>>> = { '9': 'A', ':': 'B', ';': 'C' };
const CHANGES: Readonly<Partial<Record<string, Subset>>> = { '5': 'C', '6': 'B', '7': 'A' };
const SIGNS: Readonly<Partial<Record<string, string>>> = { '<': '^', '0': '>', '=': '~', '1': '\x7f' };
const DROPPED: Readonly<Partial<Record<string, string>>> = { '2': 'FNC3', '3': 'FNC2', '4': 'SHIFT' };

/** Parses data of modes N, U and A: `>` and the next character form a command. */
export function readCode128(data: string): Code128Data {
  const reader = new SubsetReader();
  for (let at = 0; at < data.length;) at += reader.take(data, at);
  return reader.result();
}

class SubsetReader {
  #subset: Subset = 'B';
  #text = '';
  #isGs1 = false;
  #hasSubsets = false;
  #dropped: string[] = [];

  /** Reads the character or command at an offset and returns its length. */
  take(data: string, at: number): number {
    if (data[at] === '>' && this.#command(data.charAt(at + 1))) return 2;
    const pair = data.slice(at, at + 2);
    if (this.#subset === 'A' && /^\d\d$/u.test(pair)) {
      this.#text += characterOfA(Number(pair));
      return 2;
    }
    this.#text += data.charAt(at);
    return 1;
  }

  result(): Code128Data {
    return { text: this.#text, isGs1: this.#isGs1, hasSubsets: this.#hasSubsets, dropped: this.#dropped };
  }

  #command(sign: string): boolean {
    const subset = STARTS[sign] ?? CHANGES[sign];
    const dropped = DROPPED[sign];
    if (subset) {
      this.#subset = subset;
      this.#hasSubsets = true;
    } else if (sign === '8') this.#fnc1();
    else if (dropped !== undefined) this.#dropped.push(dropped);
    else if (SIGNS[sign] === undefined) return false;
    else this.#text += SIGNS[sign];
    return true;
  }

  #fnc1(): void {
    if (this.#text === '') this.#isGs1 = true;
    else this.#text += FNC1;
  }
}

/** In subset A, a printer takes two digits as the value of a character. */
function characterOfA(value: number): string {
  if (value > 95) return '';
  return String.fromCharCode(value < 64 ? value + 32 : value - 64);
}
