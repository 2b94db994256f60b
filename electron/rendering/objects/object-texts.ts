import { parseColor } from '../raster/color.ts';
import { DynamicTextError, literalText, visitCodes } from '../dynamic-text/dynamic-text.ts';
import type { DynamicText } from '../dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { resolveText } from '../dynamic-text/resolve-text.ts';
import { colorEffect, solidEffect } from '../raster/inks.ts';
import type { ColorEffect, Ink } from '../raster/inks.ts';
import { LabelFault } from '../document/label-fault.ts';

/** A dynamic text of an object and its path in the object. */
export interface PreparedText {
  path: string;
  text: DynamicText;
}

/** A colour of an object for the current ink. */
export interface PreparedColor extends PreparedText {
  ink: Ink;
  /** Whether it is drawn without tints, to keep edges sharp. */
  isSolid: boolean;
  /** Index within a longer text that contains the colour. */
  position?: number;
  /** Its effect if it is the same in every print; otherwise undefined. */
  effect?: ColorEffect | undefined;
}

/** Resolves a text for one print. */
export type Resolve = (text: PreparedText) => string;

/** Parses the texts of one object and records whether any of them differs between prints. */
export class ObjectTexts {
  readonly #ink: Ink;
  #isStatic = true;
  #mayErase = false;

  /** `ink` is that of the current plane. */
  constructor(ink: Ink = 'mono') {
    this.#ink = ink;
  }

  /** The ink of the current plane. */
  get ink(): Ink {
    return this.#ink;
  }

  /** Whether every print of the object is the same. */
  get isStatic(): boolean {
    return this.#isStatic;
  }

  /** Whether the object may clear dots. */
  get mayErase(): boolean {
    return this.#mayErase;
  }

  /** Parses a text. Throws a `LabelFault` if it cannot be parsed. */
  prepare(source: string, path: string): PreparedText {
    return this.take(
      locateFault(path, () => parseDynamicText(source)),
      path,
    );
  }

  /** Records a parsed text. */
  take(text: DynamicText, path: string): PreparedText {
    if (literalText(text) === undefined) this.#isStatic = false;
    return { path, text };
  }

  /** Parses a colour; a literal one is also checked. */
  prepareColor(source: string, path: string): PreparedColor {
    return this.#takeColor({ ...this.prepare(source, path), ink: this.#ink, isSolid: false });
  }

  /** As `prepareColor`, for a colour without tints. */
  prepareSolidColor(source: string, path: string): PreparedColor {
    return this.#takeColor({ ...this.prepare(source, path), ink: this.#ink, isSolid: true });
  }

  /** Records that the object may clear dots independently of its colours. */
  noteErasing(): void {
    this.#mayErase = true;
  }

  /** As `prepareColor` for a parsed colour; `position` is its index in the text at `path`. */
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

/** Resolves with the values of one print; throws a `LabelFault` for a field without a value. */
export function resolveWith(values: PrintValues): Resolve {
  return ({ text, path }) => locateFault(path, () => resolveText(text, values));
}

/** Resolves texts of prints that differ only in their row: texts without columns are resolved once. */
export function resolveRows(values: PrintValues): (row: PrintValues['row']) => Resolve {
  /** Undefined for a text that contains columns. */
  const constant = new Map<DynamicText, string | undefined>();
  return (row) => {
    const resolve = resolveWith({ ...values, row });
    return (prepared) => {
      const { text } = prepared;
      const found = constant.get(text);
      if (found !== undefined) return found;
      const resolved = resolve(prepared);
      if (!constant.has(text)) constant.set(text, showsColumns(text) ? undefined : resolved);
      return resolved;
    };
  };
}

function showsColumns(text: DynamicText): boolean {
  let isShown = false;
  visitCodes(text, ({ kind }) => (isShown ||= kind === 'table'));
  return isShown;
}

/** Resolves texts without fields. */
export const resolveStatic: Resolve = ({ text, path }) => {
  const literal = literalText(text);
  if (literal === undefined) throw new LabelFault(path, 'The text differs between prints');
  return literal;
};

/** The effect of a colour in this print. */
export function resolveColor(color: PreparedColor, resolve: Resolve): ColorEffect {
  return color.effect ?? effectOf(resolve(color), color);
}

function effectOf(text: string, { path, ink, isSolid, position }: PreparedColor): ColorEffect {
  const color = parseColor(text);
  if (!color) throw new LabelFault(path, placed(`"${text}" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)`, position));
  return isSolid ? solidEffect(color, ink) : colorEffect(color, ink);
}

/** Appends the position, counted from 1, to a message. */
export function placed(message: string, position: number | undefined): string {
  return position === undefined ? message : `${message} (at character ${position + 1})`;
}

/** Runs `work` and reports its parse and resolve errors at `path`. */
export function locateFault<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DynamicTextError) throw new LabelFault(path, error.message, { cause: error });
    throw error;
  }
}
