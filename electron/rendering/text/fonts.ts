import { Typeface } from './typeface.ts';

/** What labels call a font. `style` is '' for the regular cut, 'Bold', 'Italic' or 'Bold Italic'. */
export interface FontName {
  family: string;
  style: string;
}

/** One font file. */
export interface FontFile extends FontName {
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

const NO_FONTS: FontLibrary = { families: [], typefaces: new Map() };

/** Prepares font files for drawing. Throws an Error that names the first file that is not a font. */
export function loadFonts(files: readonly FontFile[]): Promise<FontLibrary> {
  return withFonts(NO_FONTS, files);
}

/** The library with more fonts; one of the same family and style takes the place of the other. Throws as `loadFonts` does. */
export async function withFonts(library: FontLibrary, files: readonly FontFile[]): Promise<FontLibrary> {
  const harfbuzz = await import('harfbuzzjs');
  const families = [...library.families];
  const typefaces = new Map([...library.typefaces].map(([family, styles]) => [family, new Map(styles)]));
  for (const { family, style, bytes } of files) {
    const name = style === '' ? family : `${family} ${style}`;
    const styles = typefaces.get(family.toLowerCase()) ?? new Map<string, Typeface>();
    if (styles.size === 0) families.push(family);
    styles.set(styleKey(style), new Typeface(harfbuzz, name, bytes));
    typefaces.set(family.toLowerCase(), styles);
  }
  return { families, typefaces };
}

/** The library without one font. */
export function withoutFont(library: FontLibrary, { family, style }: FontName): FontLibrary {
  const key = family.toLowerCase();
  const typefaces = new Map(library.typefaces);
  const styles = new Map(typefaces.get(key));
  styles.delete(styleKey(style));
  typefaces.set(key, styles);
  if (styles.size > 0) return { families: library.families, typefaces };
  typefaces.delete(key);
  return { families: library.families.filter((name) => name.toLowerCase() !== key), typefaces };
}

/** Whether two names mean the same font: `Oblique` is `Italic`, `Regular` is no style, and upper and lower case are alike. */
export function isSameFont(one: FontName, other: FontName): boolean {
  return one.family.toLowerCase() === other.family.toLowerCase() && styleKey(one.style) === styleKey(other.style);
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
