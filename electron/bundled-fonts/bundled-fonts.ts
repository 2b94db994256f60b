import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadFonts, type FontFile, type FontLibrary, type FontName } from '#rendering/text/font-library.ts';

/** The bundled fonts: Arimo has Arial's metrics, DejaVu covers most scripts. */
const BUNDLED_FONTS = [
  { family: 'Arimo', style: '', file: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf' },
  { family: 'Arimo', style: 'Bold', file: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf' },
  { family: 'Arimo', style: 'Italic', file: '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf' },
  { family: 'Arimo', style: 'Bold Italic', file: '@expo-google-fonts/arimo/700Bold_Italic/Arimo_700Bold_Italic.ttf' },
  { family: 'DejaVu Sans', style: '', file: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' },
  { family: 'DejaVu Sans', style: 'Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' },
  { family: 'DejaVu Sans Mono', style: '', file: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf' },
];

/** The names of the bundled fonts, as labels use them. */
export const BUNDLED_FONT_NAMES: readonly FontName[] = BUNDLED_FONTS.map(({ family, style }) => ({ family, style }));

/** Reads one bundled font. Throws an error that names the font when its file is missing or empty, or when there is no such font. */
export function readBundledFont({ family, style }: FontName): Promise<FontFile> {
  const found = BUNDLED_FONTS.find((font) => font.family === family && font.style === style);
  if (!found) throw new Error(`There is no bundled font "${family} ${style}"`);
  return readFont(found, locateInPackages);
}

/**
 * Reads the bundled fonts. Throws an error that names the font when a file is missing or empty, so that no label is printed in another font
 * instead. `locate` returns the path of a file of a package.
 */
export function readBundledFonts(locate: (file: string) => string = locateInPackages): Promise<FontFile[]> {
  return Promise.all(BUNDLED_FONTS.map((font) => readFont(font, locate)));
}

/** The same as a library that is ready for drawing. */
export async function loadBundledFonts(locate?: (file: string) => string): Promise<FontLibrary> {
  return loadFonts(await readBundledFonts(locate));
}

async function readFont({ family, style, file }: (typeof BUNDLED_FONTS)[number], locate: (file: string) => string): Promise<FontFile> {
  const name = style ? `${family} ${style}` : family;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(locate(file)));
  } catch (error) {
    throw new Error(`The font ${name} cannot be read from ${file}. Reinstall Strobe.`, { cause: error });
  }
  if (bytes.length === 0) throw new Error(`The font ${name} in ${file} is empty. Reinstall Strobe.`);
  return { family, style, bytes };
}

/** Resolves the package name, so the file is found from the sources and from a bundle next to node_modules, also inside an archive. */
function locateInPackages(file: string): string {
  return createRequire(import.meta.url).resolve(file);
}
