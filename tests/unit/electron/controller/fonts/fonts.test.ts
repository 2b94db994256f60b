import { afterEach, beforeEach, expect, it } from 'vitest';
import { Fonts, fontUpload } from '#controller/fonts/fonts.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { DEJAVU } from '#support/font-files.ts';

const MB = 1024 * 1024;
const font = (family: string) => ({ family, style: '' });

let db: ControllerDatabase;
let fonts: Fonts;
let fault: string | undefined;
beforeEach(async () => {
  fault = undefined;
  db = openControllerDatabase(':memory:');
  fonts = await Fonts.open({ db, now: () => 0, bundled: [], inspection: { inspect: () => Promise.resolve(fault) } });
});
afterEach(() => db.destroy());

it('installed fonts may take 128 MB together; the refusal says how much is free', async () => {
  const half = await fontUpload(new Uint8Array(64 * MB));
  for (const name of ['A', 'B']) await fonts.put(font(name), half);
  const more = await fontUpload(DEJAVU);
  const refused = {
    slug: 'payload-too-large',
    message:
      'The installed fonts together may take 128.0 MB, of which 0.0 MB are free; this font takes 0.7 MB. Remove fonts that no label uses.',
  };
  await expect(fonts.inspect(font('C'), more)).rejects.toMatchObject(refused);
  await expect(fonts.put(font('C'), more)).rejects.toMatchObject(refused);
  expect(await fonts.put(font('B'), more)).toBe('replaced');
  expect(await fonts.put(font('C'), more)).toBe('created');
});

it('a font that fails its inspection is refused with the reason', async () => {
  fault = 'it has no characters';
  await expect(fonts.inspect(font('A'), await fontUpload(DEJAVU))).rejects.toMatchObject({
    slug: 'invalid-input',
    message: 'The file is not a usable TrueType or OpenType font: it has no characters',
  });
});
