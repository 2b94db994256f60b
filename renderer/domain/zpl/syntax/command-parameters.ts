import type { ZplCommand } from './zpl-command.ts';
import type { ZplWarnings } from './zpl-warnings.ts';

/** The range of a number, and its default. */
export interface NumberRule {
  silent: number;
  least: number;
  most: number;
}

/** No printer has more dots; also the limit of ZPL's parameters. */
export const MAX_DOTS = 32_000;

/** The parameters of a command by place. Reports a warning for one that is not a number or out of range. */
export class Parameters {
  readonly command: ZplCommand;
  readonly #parts: readonly string[];
  readonly #warnings: ZplWarnings;
  readonly #unit: number;

  /** `unit` is the dots of one unit of length. */
  constructor(command: ZplCommand, { warnings, unit }: { warnings: ZplWarnings; unit: number }) {
    this.command = command;
    this.#parts = command.data.split(command.delimiter);
    this.#warnings = warnings;
    this.#unit = unit;
  }

  /** Trimmed; '' if missing. */
  text(place: number): string {
    return this.#parts[place]?.trim() ?? '';
  }

  /** The first letter, in upper case, if it is one of `letters`. */
  letter<Letter extends string>(place: number, letters: readonly Letter[], silent: Letter): Letter {
    const given = this.text(place).charAt(0).toUpperCase();
    return letters.find((letter) => letter === given) ?? silent;
  }

  isYes(place: number, silent = false): boolean {
    return this.letter(place, ['Y', 'N'], silent ? 'Y' : 'N') === 'Y';
  }

  number(place: number, { silent, least, most }: NumberRule): number {
    const text = this.text(place);
    if (text === '') return silent;
    const given = /^[+-]?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : undefined;
    const value = given === undefined ? silent : Math.min(most, Math.max(least, given));
    if (value !== given) this.#warnings.add('badNumber', this.command, { text, reason: String(Math.round(value * 1000) / 1000) });
    return value;
  }

  /** A length in dots, converted from the label's unit. */
  dots(place: number, silent: number, least = 0): number {
    if (this.text(place) === '') return silent;
    const value = this.number(place, { silent: silent / this.#unit, least: least / this.#unit, most: MAX_DOTS / this.#unit });
    return Math.round(value * this.#unit);
  }

  /** The rest of the data from this place on, including delimiters. */
  rest(place: number): string {
    return this.#parts.slice(place).join(this.command.delimiter);
  }
}
