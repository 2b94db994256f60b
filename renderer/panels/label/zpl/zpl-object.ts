import type { LabelObject } from '#contract/api-v3/label.ts';
import { escapeText } from '#rendering/dynamic-text/dynamic-text.ts';
import type { Frame, Orientation } from './place-field.ts';

type PositionedObject = Exclude<LabelObject, { type: 'PolyLine' | 'ObjectGroup' }>;

/** Where an object stands until it is placed. */
export const NOWHERE = { x: 0, y: 0 } as const;

/** What became of a field: an object at no place yet, and how the field lies in it. */
export interface MadeObject {
  object: PositionedObject;
  frame: Frame;
  orientation: Orientation;
}

/** Dots of the printer in one millimetre. */
export const DENSITIES = [6, 8, 12, 24] as const;
export type Density = (typeof DENSITIES)[number];

/** Dots as millimetres. */
export function toMillimetres(dots: number, density: Density): number {
  return Math.round((dots / density) * 10_000) / 10_000;
}

/** First of the characters that stand for codes in a field until it becomes a dynamic text; none of them can be printed. */
const FIRST_STAND_IN = 0xe000;

/** The codes that the field of a label brings with it, such as the variable that takes the place of an open field. */
export class StandIns {
  readonly #codes: string[] = [];

  /** A character that stands for the code. */
  take(code: string): string {
    const known = this.#codes.indexOf(code);
    return String.fromCharCode(FIRST_STAND_IN + (known < 0 ? this.#codes.push(code) - 1 : known));
  }

  /** The text as a dynamic text: what looks like a code is none, but for the stand-ins. */
  dynamicText(text: string): string {
    return escapeText(text).replaceAll(
      /[\ue000-\uf8ff]/gu,
      (character) => this.#codes[character.charCodeAt(0) - FIRST_STAND_IN] ?? character,
    );
  }
}

/** Whether a text has a stand-in, so that only a print tells what it says. */
export function hasStandIn(text: string): boolean {
  return /[\ue000-\uf8ff]/u.test(text);
}
