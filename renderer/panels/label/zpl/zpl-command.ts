/** A command of ZPL II with what stands behind its name, whatever its prefix is at that place of the file. */
export interface ZplCommand {
  /** With the prefix of the standard: `^FO`, `~DG`; all fonts are `^A`. */
  name: string;
  /** Up to the next command, one character per byte, without line breaks; the bytes of a binary graphic are not kept. */
  data: string;
  /** Where it begins, from 1. */
  line: number;
  /** What stands between its parameters. */
  delimiter: string;
}

const LINE_BREAK = /[\r\n]+/gu;
const NEWLINE = 0x0a;

/** The commands of a text that has one character per byte, in their order. Text between commands belongs to the one before it. */
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

  /** The next command; undefined behind the last. A prefix without a name is passed over, as printers do. */
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

  /** The name with the prefix of the standard; a font is named by `^A` alone, and what follows belongs to its data. */
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

  /** Where the data end that are shown, and where the command ends: bytes of a binary graphic may look like commands. */
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

/** Up to the bytes of a graphic, and how many there are. */
const BINARY_HEADS: Readonly<Partial<Record<string, RegExp>>> = {
  '^GF': /^[BbCc],(\d{1,9}),\d*,\d*,/u,
  '~DY': /^[^,]*,[BbCcPp],[^,]*,(\d{1,9}),\d*,/u,
};

function isCharacterChange(name: string): boolean {
  return name.endsWith('CC') || name.endsWith('CD') || name.endsWith('CT');
}
