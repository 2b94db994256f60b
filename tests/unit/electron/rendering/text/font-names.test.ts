import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readFontNames } from '#rendering/text/font-names.ts';

const bytesOf = (file: string) => new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(file)));

describe('readFontNames', () => {
  it.each([
    ['dejavu-fonts-ttf/ttf/DejaVuSerif-BoldItalic.ttf', { family: 'DejaVu Serif', style: 'Bold Italic' }],
    ['dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf', { family: 'DejaVu Sans', style: 'Condensed' }],
    ['@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf', { family: 'Arimo', style: 'Regular' }],
  ])('reads what %s calls itself', (file, names) => {
    expect(readFontNames(bytesOf(file))).toMatchObject(names);
  });

  it('reads the licence', () => {
    expect(readFontNames(bytesOf('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'))).toMatchObject({
      licence:
        'This Font Software is licensed under the SIL Open Font License, Version 1.1. This license is available with a FAQ at: https://openfontlicense.org',
      licenceUrl: 'https://openfontlicense.org',
      copyright: 'Copyright 2020 The Arimo Project Authors (https://github.com/googlefonts/arimo)',
    });
  });

  it('finds nothing in a file that is not a font or is truncated', () => {
    const whole = bytesOf('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf');
    expect([new Uint8Array(0), new TextEncoder().encode('no font at all'), whole.subarray(0, 300)].map(readFontNames)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
