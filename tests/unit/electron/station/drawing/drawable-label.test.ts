import { expect, it } from 'vitest';
import { drawableLabel } from '#station/drawing/drawable-label.ts';
import type { Label } from '#contract/api-v3/label.ts';

const labelWith = (text: string): Label => ({
  ...{ format: 3, width: 40, height: 20 },
  objs: [{ type: 'Text', x: 2, y: 2, text, font: { family: 'Arial', style: '', height: 5 } }],
});

it.each([
  ['a text without fields', 'Best before 2026', 'Best before 2026'],
  ['a text whose braces are escaped', '\\{A\\}', '\\{A\\}'],
  ['a field that was left', 'Lot {SERIAL;7}', 'Lot \\{SERIAL;7\\}'],
  ['a single brace', 'A } B', 'A \\} B'],
])('draws %s as it is', (_, text, expected) => {
  expect(drawableLabel(labelWith(text))).toEqual(labelWith(expected));
});
