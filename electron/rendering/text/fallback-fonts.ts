import { LabelFault } from '../document/label-fault.ts';
import { findTypeface, isSameFont, type FontLibrary, type FontName } from './font-library.ts';
import type { TextRange } from './line-breaks.ts';
import type { FallbackFont, SizedFont } from './text-line.ts';
import type { Typeface } from './typeface.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The library with more fallback fonts, which are tried before those that it has. */
export function withFallbackFonts(library: FontLibrary, fonts: readonly FontName[] = []): FontLibrary {
  return fonts.length === 0 ? library : { ...library, fallbackFonts: [...fonts, ...(library.fallbackFonts ?? [])] };
}

/**
 * The fallback fonts of a library in the order in which a text in this style tries them: family by family, and of a family with several
 * styles first that of the text. Undefined if there are none.
 */
export function fallbackTypefaces(library: FontLibrary, style: string): readonly FallbackFont[] | undefined {
  const { fallbackFonts = [] } = library;
  if (fallbackFonts.length === 0) return undefined;
  const families = Map.groupBy(fallbackFonts, ({ family }) => family.toLowerCase());
  return [...families.values()].flatMap((fonts) => {
    const isOfText = (font: FontName): boolean => isSameFont(font, { family: font.family, style });
    return [...fonts.filter(isOfText), ...fonts.filter((font) => !isOfText(font))].map((font) => fallbackOf(library, font));
  });
}

function fallbackOf(library: FontLibrary, { family, style }: FontName): FallbackFont {
  const found = findTypeface(library, family, style);
  return typeof found === 'string' ? `The fallback font "${`${family} ${style}`.trim()}" is not installed` : found;
}

/**
 * Divides a part of a text among its font and the fallback fonts: each grapheme cluster, such as a letter with its accents, is in the first
 * font that has it whole. Throws a `LabelFault` for a missing fallback font that would be next: another one would draw something else.
 */
export function splitByFont<Part extends TextRange & { font: SizedFont }>(text: string, part: Part): Part[] {
  const { font, from, to } = part;
  if (!font.fallbacks || font.typeface.canDrawEach(text.slice(from, to))) return [part];
  const parts: Part[] = [];
  for (const { segment, index } of graphemes.segment(text.slice(from, to))) {
    const own = fontOf(segment, font);
    const last = parts.at(-1);
    const end = from + index + segment.length;
    if (last?.font === own) last.to = end;
    else parts.push({ ...part, from: from + index, to: end, font: own });
  }
  return parts;
}

/** The heights of lines stay those of the text's font. A cluster that no font has stays in the text's font, which reports it. */
function fontOf(cluster: string, font: SizedFont): SizedFont {
  if (font.typeface.canDraw(cluster)) return font;
  for (const fallback of font.fallbacks ?? []) {
    if (typeof fallback === 'string') throw new LabelFault('/text', fallback);
    if (fallback.canDraw(cluster)) return inFallback(font, fallback);
  }
  return font;
}

const inFallbacks = new WeakMap<SizedFont, Map<Typeface, SizedFont>>();

function inFallback(font: SizedFont, typeface: Typeface): SizedFont {
  const known = inFallbacks.get(font) ?? new Map<Typeface, SizedFont>();
  inFallbacks.set(font, known);
  const found = known.get(typeface) ?? { ...font, typeface, lineTypeface: font.lineTypeface ?? font.typeface };
  known.set(typeface, found);
  return found;
}
