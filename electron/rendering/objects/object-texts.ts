import { parseColor } from '../color.ts';
import { DynamicTextError, literalText, visitCodes } from '../dynamic-text/dynamic-text.ts';
import type { DynamicText } from '../dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { resolveText } from '../dynamic-text/resolve-text.ts';
import { colorEffect, solidEffect } from '../inks.ts';
import type { ColorEffect, Ink } from '../inks.ts';
import { LabelFault } from '../label-fault.ts';

/** A dynamic text of an object and where it stands in it. */
export interface PreparedText {
  path: string;
  text: DynamicText;
}

/** A colour of an object, for the ink of the plane that is drawn. */
export interface PreparedColor extends PreparedText {
  ink: Ink;
  /** Whether it has no tints: what is drawn in it must keep its edges. */
  isSolid: boolean;
  /** Where it stands in a text that holds more than the colour. */
  position?: number;
  /** What it does in every print; undefined when only a print's values tell. */
  effect?: ColorEffect | undefined;
}

/** Gives the texts of one print. */
export type Resolve = (text: PreparedText) => string;

/** Parses the texts of one object and notes whether any of them changes from print to print. */
export class ObjectTexts {
  readonly #ink: Ink;
  #isStatic = true;
  #mayErase = false;

  /** `ink` is that of the plane that is drawn. */
  constructor(ink: Ink = 'mono') {
    this.#ink = ink;
  }

  /** The ink of the plane that is drawn. */
  get ink(): Ink {
    return this.#ink;
  }

  /** Whether every print of the object is the same. */
  get isStatic(): boolean {
    return this.#isStatic;
  }

  /** Whether a print of the object may clear dots. */
  get mayErase(): boolean {
    return this.#mayErase;
  }

  /** Throws a `LabelFault` for a text that cannot be parsed. */
  prepare(source: string, path: string): PreparedText {
    return this.take(
      locateFault(path, () => parseDynamicText(source)),
      path,
    );
  }

  /** A text that is parsed already. */
  take(text: DynamicText, path: string): PreparedText {
    if (literalText(text) === undefined) this.#isStatic = false;
    return { path, text };
  }

  /** A colour; when it holds no codes it is checked at once. */
  prepareColor(source: string, path: string): PreparedColor {
    return this.#takeColor({ ...this.prepare(source, path), ink: this.#ink, isSolid: false });
  }

  /** A colour without tints, as `prepareColor`. */
  prepareSolidColor(source: string, path: string): PreparedColor {
    return this.#takeColor({ ...this.prepare(source, path), ink: this.#ink, isSolid: true });
  }

  /** For an object that may clear dots whatever its colours are. */
  noteErasing(): void {
    this.#mayErase = true;
  }

  /** A colour that is parsed already, as `prepareColor`; `position` is where it stands in the text at `path`. */
  takeColor(text: DynamicText, path: string, position: number): PreparedColor {
    return this.#takeColor({ ...this.take(text, path), ink: this.#ink, isSolid: false, position });
  }

  #takeColor(color: PreparedColor): PreparedColor {
    const literal = literalText(color.text);
    const effect = literal === undefined ? undefined : effectOf(literal, color);
    if (effect !== 'ink' && effect !== 'none') this.#mayErase = true;
    return { ...color, effect };
  }
}

/** Resolves with the values of one print; throws a `LabelFault` for a code without a value. */
export function resolveWith(values: PrintValues): Resolve {
  return ({ text, path }) => locateFault(path, () => resolveText(text, values));
}

/** Resolves the texts of prints that differ in nothing but their row: one that shows no column is resolved once for all of them. */
export function resolveRows(values: PrintValues): (row: PrintValues['row']) => Resolve {
  /** Undefined for a text that shows columns. */
  const known = new Map<DynamicText, string | undefined>();
  return (row) => {
    const resolve = resolveWith({ ...values, row });
    return (prepared) => {
      const { text } = prepared;
      const found = known.get(text);
      if (found !== undefined) return found;
      const resolved = resolve(prepared);
      if (!known.has(text)) known.set(text, showsColumns(text) ? undefined : resolved);
      return resolved;
    };
  };
}

function showsColumns(text: DynamicText): boolean {
  let isShown = false;
  visitCodes(text, ({ kind }) => (isShown ||= kind === 'table'));
  return isShown;
}

/** Resolves texts that hold no codes. */
export const resolveStatic: Resolve = ({ text, path }) => {
  const literal = literalText(text);
  if (literal === undefined) throw new LabelFault(path, 'The text changes from print to print');
  return literal;
};

/** What a colour does in this print. */
export function resolveColor(color: PreparedColor, resolve: Resolve): ColorEffect {
  return color.effect ?? effectOf(resolve(color), color);
}

function effectOf(text: string, { path, ink, isSolid, position }: PreparedColor): ColorEffect {
  const color = parseColor(text);
  if (!color) throw new LabelFault(path, placed(`"${text}" is not a colour; write a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)`, position));
  return isSolid ? solidEffect(color, ink) : colorEffect(color, ink);
}

/** The message with the position, which people count from 1. */
export function placed(message: string, position: number | undefined): string {
  return position === undefined ? message : `${message} (at character ${position + 1})`;
}

/** Runs `work`; the text at `path` is to blame for what cannot be parsed or resolved in it. */
export function locateFault<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DynamicTextError) throw new LabelFault(path, error.message, { cause: error });
    throw error;
  }
}
