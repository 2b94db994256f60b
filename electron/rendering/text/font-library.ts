import type { FontName } from '#contract/api-v3/font.ts';
import { HarfBuzz } from './harfbuzz.ts';
import { Typeface } from './typeface.ts';

export type { FontName };

/** A font file. */
export interface FontFile extends FontName {
  bytes: Uint8Array<ArrayBuffer>;
}

/** The fonts that labels can use. Made by `loadFonts`, used by `compileLabel`. */
export interface FontLibrary {
  /** Family names as given by the files, in their order, each once. */
  readonly families: readonly string[];
  /** By family and style in lower case. */
  readonly typefaces: ReadonlyMap<string, ReadonlyMap<string, Typeface>>;
  /** The family, in lower case, that takes the place of missing ones; without it a missing font is an error. */
  readonly substitute?: string;
  /** Fonts for characters that the font of a text lacks, in their order. */
  readonly fallbackFonts?: readonly FontName[];
}

/** Other names of families: metric-compatible replacements of fonts that may not be redistributed. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['arial', 'arimo'],
  ['helvetica', 'arimo'],
]);

/** A loaded font. */
export interface LibraryFont extends FontName {
  typeface: Typeface;
}

let started: Promise<HarfBuzz> | undefined;

/** The HarfBuzz instance of this thread, started on first use and replaced after a failure. */
export async function sharedHarfBuzz(): Promise<HarfBuzz> {
  started ??= HarfBuzz.start();
  const harfbuzz = await started;
  if (!harfbuzz.isBroken) return harfbuzz;
  started = undefined;
  return sharedHarfBuzz();
}

/**
 * Loads font files. Throws an Error that names the first file that is not a font. The library is freed by `freeFonts` or by the garbage
 * collector.
 */
export async function loadFonts(files: readonly FontFile[]): Promise<FontLibrary> {
  return libraryOf(await loadEach(files));
}

/** The library with more fonts; one of the same family and style replaces the earlier one, which is not freed. Throws as `loadFonts`. */
export async function withFonts(library: FontLibrary, files: readonly FontFile[]): Promise<FontLibrary> {
  return joined(library, await loadEach(files));
}

/** A library of loaded fonts; of two with the same family and style the last one counts. */
export function libraryOf(fonts: readonly LibraryFont[]): FontLibrary {
  return joined({ families: [], typefaces: new Map() }, fonts);
}

/** The library with a family that takes the place of missing ones, for labels that a device prints with fonts of its own. */
export function withSubstitute(library: FontLibrary, family: string): FontLibrary {
  return { ...library, substitute: family.toLowerCase() };
}

/** Frees the memory of all fonts of a library, which must not be used afterwards. */
export function freeFonts(library: FontLibrary): void {
  for (const styles of library.typefaces.values()) for (const typeface of styles.values()) typeface.free();
}

/** Loads one font file. Throws as `loadFonts`. */
export function loadTypeface(harfbuzz: HarfBuzz, { family, style, bytes }: FontName & { bytes: Uint8Array }): Typeface {
  return new Typeface(harfbuzz, style === '' ? family : `${family} ${style}`, bytes);
}

async function loadEach(files: readonly FontFile[]): Promise<LibraryFont[]> {
  const harfbuzz = await sharedHarfBuzz();
  const loaded: LibraryFont[] = [];
  try {
    for (const file of files) loaded.push({ family: file.family, style: file.style, typeface: loadTypeface(harfbuzz, file) });
  } catch (error) {
    for (const { typeface } of loaded) typeface.free();
    throw error;
  }
  return loaded;
}

function joined(library: FontLibrary, fonts: readonly LibraryFont[]): FontLibrary {
  const families = [...library.families];
  const typefaces = new Map([...library.typefaces].map(([family, styles]) => [family, new Map(styles)]));
  for (const { family, style, typeface } of fonts) {
    const styles = typefaces.get(family.toLowerCase()) ?? new Map<string, Typeface>();
    if (styles.size === 0) families.push(family);
    styles.set(styleKey(style), typeface);
    typefaces.set(family.toLowerCase(), styles);
  }
  return { ...library, families, typefaces };
}

/** Whether two names refer to the same font: `Oblique` is `Italic`, `Regular` is no style, and case is ignored. */
export function isSameFont(one: FontName, other: FontName): boolean {
  return one.family.toLowerCase() === other.family.toLowerCase() && styleKey(one.style) === styleKey(other.style);
}

/**
 * The typeface of a font, or a sentence that says what is missing. Case is ignored. A library with a substitute takes that for a missing family, and
 * the regular style for a missing one.
 */
export function findTypeface(library: FontLibrary, family: string, style: string): Typeface | string {
  const { typefaces, substitute } = library;
  const key = family.toLowerCase();
  const styles = typefaces.get(key) ?? typefaces.get(ALIASES.get(key) ?? key) ?? typefaces.get(substitute ?? key);
  if (!styles) return `There is no font "${family}"; there are ${library.families.join(', ')}`;
  const found = styles.get(styleKey(style)) ?? (substitute === undefined ? undefined : styles.get(''));
  return found ?? `The font "${family}" has no style "${style}"`;
}

function styleKey(style: string): string {
  const words = style.toLowerCase().replace('oblique', 'italic').split(/\s+/u);
  return words
    .filter((word) => word !== '' && word !== 'regular' && word !== 'normal')
    .sort()
    .join(' ');
}
