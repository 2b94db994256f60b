import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { fillSpan } from '#rendering/raster/fill-rect.ts';
import { drawObjects, inkBox, isInk } from '../drawing-support.ts';

/** The canvas is this much finer, so that one of its dots lies at the centre of each of ours: a dot is inked where its centre is covered. */
const FINER = 9;
const MM_PER_INCH = 25.4;
const FONTS = [
  { family: 'Arimo', style: '', file: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf' },
  { family: 'Arimo', style: 'Bold', file: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf' },
  { family: 'Arimo', style: 'Italic', file: '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf' },
  { family: 'DejaVu Sans', style: '', file: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' },
  { family: 'DejaVu Sans Mono', style: '', file: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf' },
];
const TEXTS = ['LOT 47-A', 'AVAfé’', 'Ёж 21.26'];

const oracleName = ({ family, style }: { family: string; style: string }): string => `oracle ${family} ${style}`;
for (const font of FONTS) GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(font.file), oracleName(font));

interface Sample {
  font: (typeof FONTS)[number];
  text: string;
  height: number;
  dpi: number;
}

const emOf = ({ height, dpi }: Sample): number => (height * dpi) / MM_PER_INCH;

/** What we print: the text begins as far from the corner as its em is high. */
function print(sample: Sample): Bitmap {
  const { font, text, height, dpi } = sample;
  const object = { type: 'Text', x: height, y: height, text, font: { family: font.family, style: font.style, height } };
  return drawObjects([object], { width: height * (text.length * 0.75 + 2), height: height * 3 }, { hdpi: dpi, vdpi: dpi });
}

/** The same letters by the canvas, each where the canvas says it goes, moved to a whole dot as in print. */
function drawOracle(sample: Sample, { width, height }: Bitmap, baseline: number): Bitmap {
  const canvas = createCanvas(width * FINER, height * FINER);
  const context = canvas.getContext('2d');
  context.font = `${emOf(sample) * FINER}px "${oracleName(sample.font)}"`;
  context.textRendering = 'geometricPrecision';
  const left = Math.round(emOf(sample));
  for (const [index, letter] of [...sample.text].entries()) {
    const reach = context.measureText(sample.text.slice(0, index + 1)).width - context.measureText(letter).width;
    context.fillText(letter, (left + Math.round(reach / FINER)) * FINER, baseline * FINER);
  }
  const { data } = context.getImageData(0, 0, width * FINER, height * FINER);
  const bitmap = createBitmap(width, height);
  const middle = (FINER - 1) / 2;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const alpha = data[((y * FINER + middle) * width * FINER + x * FINER + middle) * 4 + 3] ?? 0;
      if (alpha >= 128) fillSpan(bitmap, y, x, x + 1, 'ink');
    }
  }
  return bitmap;
}

/** How far the extents differ, and the share of equal dots within them, in percent. */
function compare(sample: Sample): { extents: number; equal: number } {
  const printed = print(sample);
  const box = inkBox(printed) ?? { left: 0, right: 0, top: 0, bottom: 0 };
  const ascent = sample.font.family === 'Arimo' ? 1854 / 2048 : 1901 / 2048;
  const oracle = drawOracle(sample, printed, Math.round(emOf(sample)) + Math.round(ascent * emOf(sample)));
  const other = inkBox(oracle) ?? { left: 0, right: 0, top: 0, bottom: 0 };
  const sides = ['left', 'right', 'top', 'bottom'] as const;
  const extents = Math.max(...sides.map((side) => Math.abs(box[side] - other[side])));
  let [equal, all] = [0, 0];
  for (let y = Math.min(box.top, other.top); y <= Math.max(box.bottom, other.bottom); y += 1) {
    for (let x = Math.min(box.left, other.left); x <= Math.max(box.right, other.right); x += 1) {
      all += 1;
      if (isInk(printed, x, y) === isInk(oracle, x, y)) equal += 1;
    }
  }
  return { extents, equal: (100 * equal) / all };
}

describe('text beside an independent drawing of the same fonts', () => {
  const sizes = [
    { height: 4.1, dpi: 203, percent: 98 },
    { height: 3, dpi: 300, percent: 98 },
    { height: 2, dpi: 600, percent: 98 },
    /** Below 32 dots we keep strokes that are thinner than a dot, which the rule of centres loses: up to that many dots more. */
    { height: 2.5, dpi: 203, percent: 95 },
    { height: 1.5, dpi: 203, percent: 93 },
    { height: 1, dpi: 203, percent: 78 },
  ];

  it.each(FONTS.flatMap((font) => sizes.map((size) => ({ font, name: oracleName(font).slice(7).trim(), ...size }))))(
    'has the extents within one dot and more than $percent % of the dots of $name at $height mm, $dpi dpi',
    ({ font, height, dpi, percent }) => {
      const figures = TEXTS.map((text) => ({ text, ...compare({ font, text, height, dpi }) }));
      expect(figures.filter(({ extents, equal }) => extents > 1 || equal <= percent)).toEqual([]);
    },
  );

  it('has them up to 200 dots', () => {
    const [font = { family: '', style: '', file: '' }] = FONTS;
    const { extents, equal } = compare({ font, text: 'R7', height: 200 / (600 / MM_PER_INCH), dpi: 600 });
    expect([extents <= 1, equal > 98 ? 'more than 98 %' : equal]).toEqual([true, 'more than 98 %']);
  });
});
