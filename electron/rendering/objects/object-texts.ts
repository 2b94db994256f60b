import { colorEffect } from '../color.ts';
import type { ColorEffect } from '../color.ts';
import { DynamicTextError, literalText } from '../dynamic-text/dynamic-text.ts';
import type { DynamicText } from '../dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { resolveText } from '../dynamic-text/resolve-text.ts';
import { LabelFault } from '../label-fault.ts';

/** A dynamic text of an object and where it stands in it. */
export interface PreparedText {
  path: string;
  text: DynamicText;
}

/** Gives the texts of one print. */
export type Resolve = (text: PreparedText) => string;

/** Parses the texts of one object and notes whether any of them changes from print to print. */
export class ObjectTexts {
  #isStatic = true;
  #mayErase = false;

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
    const text = locateFault(path, () => parseDynamicText(source));
    if (literalText(text) === undefined) this.#isStatic = false;
    return { path, text };
  }

  /** A colour; when it holds no codes it is checked at once. */
  prepareColor(source: string, path: string): PreparedText {
    const color = this.prepare(source, path);
    const literal = literalText(color.text);
    if (literal === undefined || colorOf(literal, path) === 'erase') this.#mayErase = true;
    return color;
  }
}

/** Resolves with the values of one print; throws a `LabelFault` for a code without a value. */
export function resolveWith(values: PrintValues): Resolve {
  return ({ text, path }) => locateFault(path, () => resolveText(text, values));
}

/** Resolves texts that hold no codes. */
export const resolveStatic: Resolve = ({ text, path }) => {
  const literal = literalText(text);
  if (literal === undefined) throw new LabelFault(path, 'The text changes from print to print');
  return literal;
};

/** What a colour does in this print. */
export function resolveColor(color: PreparedText, resolve: Resolve): ColorEffect {
  return colorOf(resolve(color), color.path);
}

function colorOf(text: string, path: string): ColorEffect {
  const effect = colorEffect(text);
  if (!effect) throw new LabelFault(path, `"${text}" is not a colour; write a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)`);
  return effect;
}

function locateFault<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DynamicTextError) throw new LabelFault(path, error.message, { cause: error });
    throw error;
  }
}
