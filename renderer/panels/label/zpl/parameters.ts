import type { ZplCommand } from './zpl-command.ts';
import type { ZplWarnings } from './zpl-warnings.ts';

/** What a number must be, and what holds where there is none. */
export interface NumberRule {
  silent: number;
  least: number;
  most: number;
}

/** More dots no printer has; also the limit of commands. */
export const MOST_DOTS = 32_000;

/** The parameters of a command, by their place. What is no number, or out of its limits, is told. */
export class Parameters {
  readonly command: ZplCommand;
  readonly #parts: readonly string[];
  readonly #warnings: ZplWarnings;
  readonly #unit: number;

  /** `unit` is how many dots a length of 1 has. */
  constructor(command: ZplCommand, { warnings, unit }: { warnings: ZplWarnings; unit: number }) {
    this.command = command;
    this.#parts = command.data.split(command.delimiter);
    this.#warnings = warnings;
    this.#unit = unit;
  }

  /** Without spaces around it; '' where there is none. */
  text(place: number): string {
    return this.#parts[place]?.trim() ?? '';
  }

  /** The first letter, in upper case, when it is one of these. */
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

  /** A length in dots, whatever unit the label is written in. */
  dots(place: number, silent: number, least = 0): number {
    if (this.text(place) === '') return silent;
    const value = this.number(place, { silent: silent / this.#unit, least: least / this.#unit, most: MOST_DOTS / this.#unit });
    return Math.round(value * this.#unit);
  }

  /** All that stands from this place on, delimiters too. */
  rest(place: number): string {
    return this.#parts.slice(place).join(this.command.delimiter);
  }
}
