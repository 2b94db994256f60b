import { Typeface } from './typeface.ts';

/** One font file. `style` is '' for the regular cut, 'Bold', 'Italic' or 'Bold Italic'. */
export interface FontFile {
  family: string;
  style: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The fonts that labels can use. Made by `loadFonts`, read by `compileLabel`. */
export interface FontLibrary {
  /** Names as the files gave them, in their order, each once. */
  readonly families: readonly string[];
  /** By family and style in lower case. */
  readonly typefaces: ReadonlyMap<string, ReadonlyMap<string, Typeface>>;
}

/** Families that are known by another name: the metric twins of fonts that may not be shipped. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['arial', 'arimo'],
  ['helvetica', 'arimo'],
]);

/** Prepares font files for drawing. Throws an Error that names the first file that is not a font. */
export async function loadFonts(files: FontFile[]): Promise<FontLibrary> {
  const harfbuzz = await import('harfbuzzjs');
  const families: string[] = [];
  const typefaces = new Map<string, Map<string, Typeface>>();
  for (const { family, style, bytes } of files) {
    const name = style === '' ? family : `${family} ${style}`;
    const styles = typefaces.get(family.toLowerCase()) ?? new Map<string, Typeface>();
    if (styles.size === 0) families.push(family);
    styles.set(styleKey(style), new Typeface(harfbuzz, name, bytes));
    typefaces.set(family.toLowerCase(), styles);
  }
  return { families, typefaces };
}

/** The typeface of a font, or a sentence that says which part of it is not there. Upper and lower case are alike. */
export function findTypeface(library: FontLibrary, family: string, style: string): Typeface | string {
  const key = family.toLowerCase();
  const styles = library.typefaces.get(key) ?? library.typefaces.get(ALIASES.get(key) ?? key);
  if (!styles) return `There is no font "${family}"; there are ${library.families.join(', ')}`;
  return styles.get(styleKey(style)) ?? `The font "${family}" has no style "${style}"`;
}

function styleKey(style: string): string {
  const words = style.toLowerCase().replace('oblique', 'italic').split(/\s+/u);
  return words
    .filter((word) => word !== '' && word !== 'regular' && word !== 'normal')
    .sort()
    .join(' ');
}
