/** One command of the stream: `^GF` and its parameters, `~HS`, or the line of a variable (`! U1 ...`). */
export type ZplCommand = { name: string; parameters: string } | { line: string };

/** The longest command, in characters. */
const MAX_COMMAND = 32_000_000;
/** Commands that a printer follows at once, in the middle of a label too. Those of `~HQ` have two more letters. */
const AT_ONCE = /^~(HQ[A-Z]{2}|(?!HQ)[A-Z]{2})/;

/** Cuts a stream of bytes into commands, whatever pieces it comes in. */
export class CommandParser {
  #text = '';
  /** Where the search for the end of the first command goes on. */
  #searched = 1;

  /** The commands that are complete with these bytes. */
  feed(bytes: Buffer): ZplCommand[] {
    this.#text += bytes.toString('latin1');
    const commands: ZplCommand[] = [];
    for (let command = this.#next(); command; command = this.#next()) commands.push(command);
    if (this.#text.length > MAX_COMMAND) this.#take(this.#text.length);
    return commands;
  }

  /** Whether a part of a command waits for its rest. */
  get isWaiting(): boolean {
    return this.#text !== '';
  }

  #next(): ZplCommand | undefined {
    const start = this.#text.search(/[\^~!]/);
    this.#take(start < 0 ? this.#text.length : start);
    if (this.#text.startsWith('!')) return this.#line();
    if (this.#text.startsWith('~')) return this.#atOnce();
    if (this.#text.startsWith('^XZ')) return { name: this.#take(3), parameters: '' };
    return this.#text.startsWith('^') ? this.#inFormat() : undefined;
  }

  #line(): ZplCommand | undefined {
    const end = this.#text.indexOf('\n');
    return end < 0 ? undefined : { line: this.#take(end + 1).trim() };
  }

  #atOnce(): ZplCommand | undefined {
    const name = AT_ONCE.exec(this.#text)?.[0];
    if (name !== undefined) return { name: this.#take(name.length), parameters: '' };
    if (this.#text.length < 5) return undefined;
    this.#take(1);
    return this.#next();
  }

  #inFormat(): ZplCommand | undefined {
    const rest = /[\^~]/g;
    rest.lastIndex = this.#searched;
    const end = rest.exec(this.#text)?.index;
    if (end === undefined) {
      this.#searched = Math.max(1, this.#text.length);
      return undefined;
    }
    const command = this.#take(end);
    return { name: command.slice(0, 3), parameters: command.slice(3) };
  }

  #take(length: number): string {
    const taken = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    if (length > 0) this.#searched = 1;
    return taken;
  }
}
