import type { Label, LabelObject } from '#contract/api-v3/label.ts';
import { visitCodes } from './dynamic-text/dynamic-text.ts';
import { tryParseDynamicText } from './dynamic-text/parse-dynamic-text.ts';
import { locateObjects } from './label-objects.ts';
import { visitLabelTexts } from './label-texts.ts';
import { styleFonts } from './objects/styled-text.ts';
import { isSameFont } from './text/fonts.ts';
import type { FontName } from './text/fonts.ts';

/** What a label asks for when it prints; every name once, in the order of the label. */
export interface LabelNeeds {
  variables: string[];
  counters: string[];
  shiftCodes: string[];
  /** Columns of the table row. */
  columns: string[];
  /** Fonts that its objects name; an object that names none is written in a font that comes with the program. */
  fonts: FontName[];
  /** Whether the moment of the print shows. */
  moment: boolean;
}

/** The names that the label's codes use. A text that cannot be parsed needs nothing: `checkLabel` and `compileLabel` refuse it. */
export function labelNeeds(label: Label): LabelNeeds {
  const variables = new Set<string>();
  const counters = new Set<string>();
  const shiftCodes = new Set<string>();
  const columns = new Set<string>();
  let moment = false;
  visitLabelTexts(label, (source) => {
    const text = tryParseDynamicText(source);
    if (!text) return;
    visitCodes(text, (part) => {
      if (part.kind === 'variable') variables.add(part.name);
      else if (part.kind === 'counter') counters.add(part.name);
      else if (part.kind === 'table') columns.add(part.column);
      else if (part.kind === 'shiftCode') shiftCodes.add(part.name);
      moment ||= part.kind === 'date' || part.kind === 'shiftCode';
    });
  });
  return {
    variables: [...variables],
    counters: [...counters],
    shiftCodes: [...shiftCodes],
    columns: [...columns],
    fonts: labelFonts(label),
    moment,
  };
}

/**
 * Reads what a label needs again and again while somebody works on it: an object is looked at once. Objects are told apart by identity: whoever
 * changes one gives another in its place.
 */
export class NeedsReader {
  readonly #known = new WeakMap<LabelObject, LabelNeeds>();

  /** As `labelNeeds` does. */
  read(label: Label): LabelNeeds {
    return joinedNeeds([...label.objs.map((object) => this.#ofObject(label, object)), labelNeeds({ ...label, objs: [] })]);
  }

  #ofObject(label: Label, object: LabelObject): LabelNeeds {
    const needs = this.#known.get(object) ?? labelNeeds({ format: label.format, width: 0, height: 0, objs: [object] });
    this.#known.set(object, needs);
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
  return uniqueFonts(
    locateObjects(label).flatMap(({ object }) => {
      const font = 'font' in object ? object.font : undefined;
      return [...(isFontName(font) ? [font] : []), ...styleFonts(object)];
    }),
  );
}

function uniqueFonts(all: readonly FontName[]): FontName[] {
  const fonts: FontName[] = [];
  for (const { family, style } of all) {
    if (!fonts.some((other) => isSameFont(other, { family, style }))) fonts.push({ family, style });
  }
  return fonts;
}

/** Objects without text keep a key of that name as they were given it. */
function isFontName(font: unknown): font is FontName {
  if (typeof font !== 'object' || font === null) return false;
  return 'family' in font && typeof font.family === 'string' && 'style' in font && typeof font.style === 'string';
}
