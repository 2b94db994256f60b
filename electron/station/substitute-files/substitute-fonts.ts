import { REGULAR_STYLE } from '#contract/api-v3/font.ts';
import { ProblemError } from '#contract/problem.ts';
import type { OfferedFont } from '#contract/station/fonts.ts';
import { BUNDLED_FONT_NAMES, readBundledFont } from '#bundled-fonts/bundled-fonts.ts';

/** Strobe's own fonts, for labels of a controller that does not say which fonts it has. */
export async function listSubstituteFonts(): Promise<OfferedFont[]> {
  return Promise.all(
    BUNDLED_FONT_NAMES.map(async ({ family, style }) => {
      const { bytes } = await readBundledFont({ family, style });
      return { family, style: style || REGULAR_STYLE, isBundled: true, bytes: bytes.length, isSubstitute: true };
    }),
  );
}

/** The file of a font. `style` is one of the list. Throws `not-found`. */
export async function readSubstituteFont({ family, style }: { family: string; style: string }): Promise<Uint8Array> {
  const wanted = { family, style: style === REGULAR_STYLE ? '' : style };
  const isBundled = BUNDLED_FONT_NAMES.some((font) => font.family === wanted.family && font.style === wanted.style);
  if (!isBundled) throw new ProblemError('not-found', { detail: `There is no font "${family} ${style}".` });
  return (await readBundledFont(wanted)).bytes;
}
