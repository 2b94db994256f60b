/** A ZPL II command with its data, independent of the prefix that is in force at its position. */
export interface ZplCommand {
  /** With the standard prefix: `^FO`, `~DG`; all fonts are `^A`. */
  name: string;
  /** Up to the next command, one character per byte, without line breaks and without the bytes of a binary graphic. */
  data: string;
  /** The line on which it starts, from 1. */
  line: number;
  /** The delimiter of its parameters. */
  delimiter: string;
}

const LINE_BREAK = /[\r\n]+/gu;
const NEWLINE = 0x0a;

/** The commands of a text with one character per byte, in order. Text between commands belongs to the command before it. */
export function* readCommands(text: string): Generator<ZplCommand> {
  const reader = new CommandReader(text);
  for (let command = reader.next(); command; command = reader.next()) yield command;
}

class CommandReader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #format = '^';
  #control = '~';
  #delimiter = ',';

  constructor(text: string) {
    this.#text = text;
  }

  /** The next command; undefined after the last. Skips a prefix without a name, as printers do. */
  next(): ZplCommand | undefined {
    for (;;) {
      this.#moveTo(this.#prefixFrom(this.#at));
      if (this.#at >= this.#text.length) return undefined;
      const command = this.#read();
      if (command) return command;
    }
  }

  #read(): ZplCommand | undefined {
    const line = this.#line;
    const name = this.#nameAt(this.#at);
    const start = this.#at + name.length;
    if (name.length === 1) {
      this.#moveTo(start);
      return undefined;
    }
    const end = this.#endOf(name, start);
    const data = this.#text.slice(start, Math.min(end.shown, this.#text.length)).replace(LINE_BREAK, '');
    const command = { name, data, line, delimiter: this.#delimiter };
    this.#change(name, data);
    this.#moveTo(end.all);
    return command;
  }

  /** The name with the standard prefix; a font command is `^A`, and the rest of its name belongs to its data. */
  #nameAt(at: number): string {
    const prefix = this.#text[at] === this.#format ? '^' : '~';
    const first = this.#letterAt(at + 1);
    if (prefix === '^' && first === 'A') return '^A';
    return prefix + first + (first === '' ? '' : this.#letterAt(at + 2));
  }

  #letterAt(at: number): string {
    const letter = this.#text.charAt(at);
    return this.#isPrefix(letter) || letter <= ' ' ? '' : letter.toUpperCase();
  }

  /** The end of the displayed data, and the end of the command: the bytes of a binary graphic can look like commands. */
  #endOf(name: string, start: number): { shown: number; all: number } {
    if (isCharacterChange(name)) return { shown: start + 1, all: start + 1 };
    const end = this.#prefixFrom(start);
    const binary = BINARY_HEADS[name]?.exec(this.#text.slice(start, Math.min(end, start + 100)).replaceAll(this.#delimiter, ','));
    if (!binary) return { shown: end, all: end };
    const shown = start + binary[0].length;
    return { shown, all: Math.min(this.#text.length, shown + Number(binary[1])) };
  }

  #change(name: string, data: string): void {
    if (data === '' || !isCharacterChange(name)) return;
    if (name.endsWith('CC')) this.#format = data;
    else if (name.endsWith('CT')) this.#control = data;
    else this.#delimiter = data;
  }

  #isPrefix(letter: string): boolean {
    return letter === this.#format || letter === this.#control;
  }

  #prefixFrom(from: number): number {
    let at = from;
    while (at < this.#text.length && !this.#isPrefix(this.#text.charAt(at))) at += 1;
    return at;
  }

  #moveTo(end: number): void {
    for (; this.#at < end; this.#at += 1) if (this.#text.charCodeAt(this.#at) === NEWLINE) this.#line += 1;
  }
}

/** Matches the header of a binary graphic, with the number of bytes. */
const BINARY_HEADS: Readonly<Partial<Record<string, RegExp>>> = {
  '^GF': /^[BbCc],(\d{1,9}),\d*,\d*,/u,
  '~DY': /^[^,]*,[BbCcPp],[^,]*,(\d{1,9}),\d*,/u,
};

function isCharacterChange(name: string): boolean {
  return name.endsWith('CC') || name.endsWith('CD') || name.endsWith('CT');
}
