import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadFonts, type FontFile, type FontLibrary } from '#rendering/text/fonts.ts';

/** The fonts that labels can use: Arimo has Arial's metrics, DejaVu covers most scripts. */
const BUNDLED_FONTS = [
  { family: 'Arimo', style: '', file: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf' },
  { family: 'Arimo', style: 'Bold', file: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf' },
  { family: 'Arimo', style: 'Italic', file: '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf' },
  { family: 'Arimo', style: 'Bold Italic', file: '@expo-google-fonts/arimo/700Bold_Italic/Arimo_700Bold_Italic.ttf' },
  { family: 'DejaVu Sans', style: '', file: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' },
  { family: 'DejaVu Sans', style: 'Bold', file: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' },
  { family: 'DejaVu Sans Mono', style: '', file: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf' },
];

/**
 * Reads the fonts that come with the program. Throws an error that names the font when a file is missing or empty: a label is
 * never printed in another font instead. `locate` turns a file of a package into its path.
 */
export function readBundledFonts(locate: (file: string) => string = locateInPackages): Promise<FontFile[]> {
  return Promise.all(BUNDLED_FONTS.map((font) => readFont(font, locate)));
}

/** The same, ready for drawing. */
export async function loadBundledFonts(locate?: (file: string) => string): Promise<FontLibrary> {
  return loadFonts(await readBundledFonts(locate));
}

async function readFont({ family, style, file }: (typeof BUNDLED_FONTS)[number], locate: (file: string) => string): Promise<FontFile> {
  const name = style ? `${family} ${style}` : family;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(locate(file)));
  } catch (error) {
    throw new Error(`The font ${name} cannot be read from ${file}. Install Strobe again.`, { cause: error });
  }
  if (bytes.length === 0) throw new Error(`The font ${name} in ${file} is empty. Install Strobe again.`);
  return { family, style, bytes };
}

/** By the package's name, so that the file is found from the sources and from a bundle beside node_modules, inside an archive too. */
function locateInPackages(file: string): string {
  return createRequire(import.meta.url).resolve(file);
}
