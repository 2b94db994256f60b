import { DynamicTextError, literalText } from './dynamic-text.ts';
import type { DynamicText } from './dynamic-text.ts';

/** A parameter of a dynamic field and its position. */
export interface CodeParameter {
  text: DynamicText;
  position: number;
  /** The words of `FORMAT={A;B;C}`; `text` is then the text before the list. */
  list?: string[];
}

/** Returns the literal text of a parameter; throws a `DynamicTextError` if it is missing, empty or contains fields. */
export function literalParameter(code: { name: string; position: number; what: string }, parameter: CodeParameter | undefined): string {
  if (!parameter) throw new DynamicTextError(code.position, `${code.name} needs ${code.what}`);
  const text = literalText(parameter.text);
  if (text === undefined) throw new DynamicTextError(parameter.position, `${code.name} needs ${code.what} without codes`);
  if (text === '') throw new DynamicTextError(parameter.position, `${code.name} needs ${code.what}`);
  return text;
}

/** Throws a `DynamicTextError` for the first of these unexpected parameters. */
export function refuseMore(name: string, parameters: readonly CodeParameter[]): void {
  const [extra] = parameters;
  if (extra) throw new DynamicTextError(extra.position, `${name} has no parameter "${shorten(literalText(extra.text) ?? '{...}')}"`);
}

/** Shortens a quoted text to 40 characters. */
export function shorten(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}...` : text;
}
