// @vitest-environment node
import { expect, it } from 'vitest';
import { fontLook } from '#renderer/domain/zpl/objects/zpl-fonts.ts';
import { findTypeface } from '#rendering/text/font-library.ts';
import { fonts } from '../../../../electron/rendering/drawing-support.ts';

it.each(['0', 'A', '@'])('the font that stands for %s is as high as it is placed for', (name) => {
  const { family, style, ascent, lineHeight } = fontLook({ name, height: 100, width: undefined }, 8);
  const typeface = findTypeface(fonts, family, style);
  if (typeof typeface === 'string') throw new Error(typeface);
  expect(ascent).toBeCloseTo(typeface.ascent, 3);
  expect(lineHeight).toBeCloseTo(typeface.lineHeight, 3);
});
