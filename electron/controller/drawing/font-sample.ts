import type { Label } from '#contract/api-v3/label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { escapeText } from '#rendering/dynamic-text/dynamic-text.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { findTypeface, type FontLibrary, type FontName } from '#rendering/text/font-library.ts';
import type { FontSample } from './worker-messages.ts';

const SAMPLE_TEXT = 'Aa Bb Gg 0123456789 ÄÖÜ éñ €';
const HEIGHT = 6;
const RESOLUTION = { hdpi: 300, vdpi: 300 };
const NOTHING = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map<string, string>() };

/** A line of text in a font: the given text, else the characters of a sample text that the font has. Throws `cannot-render`. */
export function drawSample(fonts: FontLibrary, font: FontName, text?: string): FontSample {
  const shown = text ?? charactersOf(fonts, font);
  const label: Label = {
    format: 3,
    width: 0,
    height: 0,
    objs: [{ type: 'Text', x: 0, y: 0, text: escapeText(shown), font: { ...font, height: HEIGHT } }],
  };
  const values = { ...NOTHING, counters: new Map(), row: undefined };
  return { planes: [printLabel(compileLabel(label, RESOLUTION, fonts), values)], ...RESOLUTION };
}

function charactersOf(fonts: FontLibrary, { family, style }: FontName): string {
  const typeface = findTypeface(fonts, family, style);
  if (typeof typeface === 'string') return SAMPLE_TEXT;
  const shown = [...SAMPLE_TEXT].filter((character) => typeface.shape(character).every(({ glyph }) => glyph !== 0)).join('');
  return shown.trim() === '' ? typeface.firstCharacters : shown;
}
