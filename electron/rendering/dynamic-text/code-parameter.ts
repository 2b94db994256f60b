import { DynamicTextError, literalText } from './dynamic-text.ts';
import type { DynamicText } from './dynamic-text.ts';

/** One parameter of a code and where it begins. */
export interface CodeParameter {
  text: DynamicText;
  position: number;
  /** The words of `FORMAT={A;B;C}`, whose `text` is what stands before the list. */
  list?: string[];
}

/** Gives the parameter's text; throws a `DynamicTextError` when it is missing, empty, or holds codes. */
export function literalParameter(code: { name: string; position: number; what: string }, parameter: CodeParameter | undefined): string {
  if (!parameter) throw new DynamicTextError(code.position, `${code.name} needs ${code.what}`);
  const text = literalText(parameter.text);
  if (text === undefined) throw new DynamicTextError(parameter.position, `${code.name} needs ${code.what} that holds no codes`);
  if (text === '') throw new DynamicTextError(parameter.position, `${code.name} needs ${code.what}`);
  return text;
}

/** Throws a `DynamicTextError` that names the first of these parameters, which the code does not have. */
export function refuseMore(name: string, parameters: readonly CodeParameter[]): void {
  const [extra] = parameters;
  if (extra) throw new DynamicTextError(extra.position, `${name} has no parameter "${shorten(literalText(extra.text) ?? '{...}')}"`);
}

/** At most 40 characters of a text that a message quotes. */
export function shorten(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}...` : text;
}
