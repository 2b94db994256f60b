import type { LabelObject } from '#contract/api-v3/label.ts';
import { escapeText } from '#rendering/dynamic-text/dynamic-text.ts';
import type { Frame, Orientation } from './field-placement.ts';

type PositionedObject = Exclude<LabelObject, { type: 'PolyLine' | 'ObjectGroup' }>;

/** The position of an object until it is placed. */
export const NOWHERE = { x: 0, y: 0 } as const;

/** The result of a field: an object without a position, and the field's position within its extent. */
export interface MadeObject {
  object: PositionedObject;
  frame: Frame;
  orientation: Orientation;
}

/** Printer densities in dots per millimetre. */
export const DENSITIES = [6, 8, 12, 24] as const;
export type Density = (typeof DENSITIES)[number];

/** Converts dots to millimetres. */
export function toMillimetres(dots: number, density: Density): number {
  return Math.round((dots / density) * 10_000) / 10_000;
}

/** The first of the private-use characters that represent codes in a field until it becomes a dynamic text. None of them is printable. */
const FIRST_PLACEHOLDER = 0xe000;

/** Replaces the codes of a field, such as the variable for an open field, with placeholder characters. */
export class PlaceholderText {
  readonly #codes: string[] = [];

  /** Returns a placeholder character for the code. */
  take(code: string): string {
    const index = this.#codes.indexOf(code);
    return String.fromCharCode(FIRST_PLACEHOLDER + (index < 0 ? this.#codes.push(code) - 1 : index));
  }

  /** Converts the text to a dynamic text: only placeholders become codes, everything else is escaped. */
  dynamicText(text: string): string {
    return escapeText(text).replaceAll(
      /[\ue000-\uf8ff]/gu,
      (character) => this.#codes[character.charCodeAt(0) - FIRST_PLACEHOLDER] ?? character,
    );
  }
}

/** Whether a text has a placeholder, so that its content is known only in print. */
export function hasPlaceholder(text: string): boolean {
  return /[\ue000-\uf8ff]/u.test(text);
}
