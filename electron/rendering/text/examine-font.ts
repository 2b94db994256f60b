import type { GlyphPen, HarfBuzz } from './harfbuzz.ts';
import { LoadedFont } from './loaded-font.ts';
import { glyphsWithLayoutRules } from './layout-rules.ts';

/** Allowed units per em according to the OpenType specification. */
const EM = { least: 16, most: 16_384 };
/** Maximum distance of a glyph from its origin in ems. The longest Arabic ligatures take some 20. */
const MAX_EMS = 64;
/** Maximum number of lines and curves of a glyph; the most complex fonts have a few thousand. */
const MAX_PARTS = 100_000;
/** Number of characters that are shaped together. */
const RUN = 64;
/** Maximum number of glyphs per character; HarfBuzz itself stops at 64. */
const MAX_GLYPHS_PER_CHARACTER = 64;

/**
 * Does with a font file what any label could: shapes all its characters and outlines all its glyphs. Throws an Error that describes the
 * fault. May take long and use as much memory as the heap allows, so run it in a separate process or thread.
 */
export function examineFont(harfbuzz: HarfBuzz, bytes: Uint8Array): void {
  const font = new LoadedFont(harfbuzz, bytes);
  try {
    examine(font);
  } finally {
    font.free();
  }
}

function examine(font: LoadedFont): void {
  const characters = font.characters();
  if (characters.length === 0) throw new Error('it has no characters');
  const { unitsPerEm } = font;
  if (unitsPerEm < EM.least || unitsPerEm > EM.most) throw new Error(`its em has ${unitsPerEm} units`);
  const { ascender, descender, lineGap } = font.extents();
  if (Math.max(...[ascender, descender, lineGap].map(Math.abs)) > MAX_EMS * unitsPerEm) throw new Error('its lines are too high');
  glyphsWithLayoutRules((tag) => font.table(tag));
  shapeAll(font, characters);
  outlineAll(font, unitsPerEm);
}

function shapeAll(font: LoadedFont, characters: Uint32Array): void {
  for (let from = 0; from < characters.length; from += RUN) {
    const run = characters.subarray(from, from + RUN);
    const glyphs = font.shape(String.fromCodePoint(...run), undefined, false);
    if (glyphs.length > run.length * MAX_GLYPHS_PER_CHARACTER) throw new Error('its characters become too many glyphs');
  }
}

function outlineAll(font: LoadedFont, unitsPerEm: number): void {
  const maxp = font.table('maxp');
  const count = maxp && maxp.length >= 6 ? new DataView(maxp.buffer, maxp.byteOffset).getUint16(4) : 0;
  const pen = new MeasuringPen();
  for (let glyph = 0; glyph < count; glyph += 1) {
    pen.begin();
    font.draw(glyph, pen);
    if (pen.parts > MAX_PARTS) throw new Error(`its glyph ${glyph} has ${pen.parts} lines and curves`);
    if (!(pen.reach <= MAX_EMS * unitsPerEm)) throw new Error(`its glyph ${glyph} is larger than ${MAX_EMS} times its em`);
  }
}

/** Measures an outline. */
class MeasuringPen implements GlyphPen {
  parts = 0;
  /** Its largest distance from the origin, in font units. */
  reach = 0;

  begin(): void {
    this.parts = 0;
    this.reach = 0;
  }

  moveTo(x: number, y: number): void {
    this.parts += 1;
    this.#reachTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.parts += 1;
    this.#reachTo(x, y);
  }

  quadraticTo(cx: number, cy: number, x: number, y: number): void {
    this.parts += 1;
    this.#reachTo(cx, cy);
    this.#reachTo(x, y);
  }

  cubicTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.parts += 1;
    this.#reachTo(ax, ay);
    this.#reachTo(bx, by);
    this.#reachTo(x, y);
  }

  close(): void {
    this.parts += 1;
  }

  #reachTo(x: number, y: number): void {
    this.reach = Math.max(this.reach, Math.abs(x), Math.abs(y));
  }
}
