import type { TextObject } from '#contract/api-v3/label.ts';
import type { FontLook } from './zpl-fonts.ts';
import type { Edge, Frame, Orientation } from './field-placement.ts';
import { NOWHERE, toMillimetres, type Density, type MadeObject, type PlaceholderText } from './zpl-object.ts';

/** A text that is wrapped into lines: `^FB`, `^TB`. Lengths in dots. */
export interface TextBlock {
  width: number;
  lines: number;
  /** Additional line spacing; may be negative. */
  spacing: number;
  align: 'LEFT' | 'CENTER' | 'RIGHT' | 'JUSTIFIED';
  /** Whether `\&` ends a line. */
  hasBreaks: boolean;
}

export interface TextInput {
  text: string;
  look: FontLook;
  block: TextBlock | undefined;
  orientation: Orientation;
  density: Density;
  placeholders: PlaceholderText;
}

/** Characters that Arimo and DejaVu Sans Mono do not have, but DejaVu Sans may. */
const BEYOND_LATIN = /[^\0-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2116\u2122\ue000-\uf8ff]/u;
/** Characters that no font of Strobe has. */
const WITHOUT_FONT = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Devanagari}]/u;
/** Line height, and ascent above the baseline, of DejaVu Sans, in ems. */
const WIDE = { family: 'DejaVu Sans', ascent: 0.928, lineHeight: 1.164 };
const LONGEST_BLOCK = 9999;

/** Whether a font must be installed to draw the text. */
export function needsOtherFont(text: string): boolean {
  return WITHOUT_FONT.test(text);
}

/** A text whose baseline is where the printer's would be. */
export function makeText({ text, look: wanted, block, orientation, density, placeholders }: TextInput): MadeObject {
  const look = BEYOND_LATIN.test(text) ? { ...wanted, ...WIDE, letterSpacing: 0 } : wanted;
  const object: TextObject = {
    type: 'Text',
    ...NOWHERE,
    text: placeholders.dynamicText(block?.hasBreaks ? brokenText(text) : text),
    font: { family: look.family, style: look.style, height: Math.max(0.1, toMillimetres(look.em, density)) },
  };
  const letterSpacing = toMillimetres(look.letterSpacing, density);
  if (letterSpacing !== 0) object.letterSpacing = letterSpacing;
  if (block) Object.assign(object, blockShape(block, look, density));
  return { object, orientation, frame: textFrame(look, block) };
}

/** `\&` ends a line, `\-` is a soft hyphen, and a backslash is written twice. */
function brokenText(text: string): string {
  return text.replaceAll(/\\([&\\-])/gu, (_, sign: string) => (sign === '&' ? '\n' : sign === '-' ? '' : '\\'));
}

function blockShape(block: TextBlock, look: FontLook, density: Density): Partial<TextObject> {
  const pitch = look.cell + block.spacing;
  const lines = Math.min(block.lines, LONGEST_BLOCK);
  const height = Math.ceil(Math.max(0, (lines - 1) * pitch) + look.lineHeight * look.em) + 1;
  const most = 10_000 * density;
  return {
    width: toMillimetres(block.width, density),
    height: toMillimetres(Math.min(most, height), density),
    hAlign: block.align,
    lineSpacing: toMillimetres(pitch - look.lineHeight * look.em, density),
  };
}

function textFrame({ ascent, em, base, cell }: FontLook, block: TextBlock | undefined): Frame {
  const firstBase = Math.round(ascent * em);
  const below = block ? (Math.min(block.lines, LONGEST_BLOCK) - 1) * (cell + block.spacing) : 0;
  const top = Math.round(firstBase - base);
  const edge = (offset: number): Edge => ({ anchor: 'TOP', offset });
  return { left: 0, right: 0, top: edge(top), bottom: edge(top + Math.round(cell + below)), base: edge(Math.round(firstBase + below)) };
}
