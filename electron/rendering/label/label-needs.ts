import type { Label, LabelObject } from '#contract/api-v3/label.ts';
import { visitCodes } from '../dynamic-text/dynamic-text.ts';
import { tryParseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import { locateObjects } from '../document/locate-objects.ts';
import { visitLabelTexts } from './label-texts.ts';
import { styleFonts } from '../objects/styled-text.ts';
import { isSameFont } from '../text/font-library.ts';
import type { FontName } from '../text/font-library.ts';

/** The inputs of a label, each name once, in the order of the label. */
export interface LabelNeeds {
  variables: string[];
  counters: string[];
  shiftCodes: string[];
  /** Columns of the table row. */
  columns: string[];
  /** Fonts that its objects name, and its fallback fonts; other objects use a bundled font. */
  fonts: FontName[];
  /** Whether the time of the print is visible. */
  moment: boolean;
}

/** The names that the label's fields refer to. Texts that cannot be parsed are ignored; `checkLabel` and `compileLabel` reject them. */
export function labelNeeds(label: Label): LabelNeeds {
  const texts: string[] = [];
  visitLabelTexts(label, (source) => texts.push(source));
  return { ...textNeeds(texts), fonts: labelFonts(label) };
}

/** The names that dynamic texts refer to. Texts that cannot be parsed are ignored. */
export function textNeeds(texts: readonly string[]): Omit<LabelNeeds, 'fonts'> {
  const variables = new Set<string>();
  const counters = new Set<string>();
  const shiftCodes = new Set<string>();
  const columns = new Set<string>();
  let moment = false;
  for (const source of texts) {
    visitCodes(tryParseDynamicText(source) ?? { parts: [] }, (part, isOfPrint) => {
      if (part.kind === 'variable') variables.add(part.name);
      else if (part.kind === 'counter') counters.add(part.name);
      else if (part.kind === 'table') columns.add(part.column);
      else if (part.kind === 'shiftCode') shiftCodes.add(part.name);
      moment ||= isOfPrint && (part.kind === 'date' || part.kind === 'shiftCode');
    });
  }
  return { variables: [...variables], counters: [...counters], shiftCodes: [...shiftCodes], columns: [...columns], moment };
}

/**
 * Reads the inputs of a label repeatedly while it is edited, visiting each object once. Objects are compared by identity: editors must
 * replace a changed object.
 */
export class NeedsReader {
  readonly #cache = new WeakMap<LabelObject, LabelNeeds>();

  /** As `labelNeeds`. */
  read(label: Label): LabelNeeds {
    return joinedNeeds([...label.objs.map((object) => this.#ofObject(label, object)), labelNeeds({ ...label, objs: [] })]);
  }

  #ofObject(label: Label, object: LabelObject): LabelNeeds {
    const needs = this.#cache.get(object) ?? labelNeeds({ format: label.format, width: 0, height: 0, objs: [object] });
    this.#cache.set(object, needs);
    return needs;
  }
}

function joinedNeeds(parts: readonly LabelNeeds[]): LabelNeeds {
  const joined = (key: 'variables' | 'counters' | 'shiftCodes' | 'columns'): string[] => [...new Set(parts.flatMap((part) => part[key]))];
  return {
    variables: joined('variables'),
    counters: joined('counters'),
    shiftCodes: joined('shiftCodes'),
    columns: joined('columns'),
    fonts: uniqueFonts(parts.flatMap(({ fonts }) => fonts)),
    moment: parts.some(({ moment }) => moment),
  };
}

function labelFonts(label: Label): FontName[] {
  const ofObjects = locateObjects(label).flatMap(({ object }) => {
    const font = 'font' in object ? object.font : undefined;
    return [...(isFontName(font) ? [font] : []), ...styleFonts(object)];
  });
  return uniqueFonts([...ofObjects, ...(label.fallbackFonts ?? [])]);
}

function uniqueFonts(all: readonly FontName[]): FontName[] {
  const fonts: FontName[] = [];
  for (const { family, style } of all) {
    if (!fonts.some((other) => isSameFont(other, { family, style }))) fonts.push({ family, style });
  }
  return fonts;
}

/** Objects without text may have any value under this key. */
function isFontName(font: unknown): font is FontName {
  if (typeof font !== 'object' || font === null) return false;
  return 'family' in font && typeof font.family === 'string' && 'style' in font && typeof font.style === 'string';
}
