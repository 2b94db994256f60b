import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const { resolve } = createRequire(import.meta.url);

describe('loadBundledFonts', () => {
  it('loads the fonts that come with the program', async () => {
    await expect(loadBundledFonts()).resolves.toBeDefined();
  });

  it('B12 names a font whose file is missing', async () => {
    const folder = temporaryFolder();
    const locate = (file: string) => (file.includes('700Bold/') ? join(folder, basename(file)) : resolve(file));
    await expect(loadBundledFonts(locate)).rejects.toThrow(
      'The font Arimo Bold cannot be read from @expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf.',
    );
  });

  it('B12 names a font whose package is missing', async () => {
    const locate = (file: string) => resolve(file.replace('dejavu-fonts-ttf', 'no-such-package'));
    await expect(loadBundledFonts(locate)).rejects.toThrow('The font DejaVu Sans cannot be read from dejavu-fonts-ttf/ttf/DejaVuSans.ttf.');
  });

  it('B12 names a font whose file is empty', async () => {
    const empty = join(temporaryFolder(), 'empty.ttf');
    writeFileSync(empty, '');
    const locate = (file: string) => (file.endsWith('Mono.ttf') ? empty : resolve(file));
    await expect(loadBundledFonts(locate)).rejects.toThrow(
      'The font DejaVu Sans Mono in dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf is empty.',
    );
  });
});
