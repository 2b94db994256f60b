import type * as HarfBuzz from 'harfbuzzjs';
import type { Buffer, DrawFuncs, Font } from 'harfbuzzjs';
import { fillPath } from '../raster/fill-path.ts';
import { createBitmap } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { keepThinStrokes } from '../raster/keep-thin.ts';
import { PathBuilder, pathExtent } from '../raster/path.ts';
import type { Path } from '../raster/path.ts';

/** A glyph of a shaped text; lengths in font units, y up. */
export interface ShapedGlyph {
  glyph: number;
  /** Index of the character it stands for. */
  cluster: number;
  advance: number;
  offsetX: number;
  offsetY: number;
}

/** A drawn glyph; `left` and `top` are where its bitmap lies from the pen's point on the baseline, in dots, y down. */
export interface GlyphBitmap {
  left: number;
  top: number;
  /** Undefined for a glyph without ink, such as a space. */
  bitmap: Bitmap | undefined;
}

/** Dots per em across and down. */
export interface FontSize {
  x: number;
  y: number;
}

const MOST_SHAPED_TEXTS = 500;
const MOST_ATLAS_DOTS = 100_000_000;
const LARGEST_EM_DOTS = 8_000;
/** Below this size the thin strokes of common fonts may be thinner than a dot. */
const SMALL_EM_DOTS = 32;

/** One cut of a font: shapes text and draws glyphs, and remembers both within bounds. */
export class Typeface {
  readonly name: string;
  readonly unitsPerEm: number;
  /** From the top of a line to its baseline, in ems. */
  readonly ascent: number;
  /** From baseline to baseline, in ems. */
  readonly lineHeight: number;
  readonly #harfbuzz: typeof HarfBuzz;
  readonly #font: Font;
  readonly #buffer: Buffer;
  readonly #pens: DrawFuncs;
  #pen = new PathBuilder();
  #scale: FontSize = { x: 0, y: 0 };
  readonly #shaped = new Map<string, readonly ShapedGlyph[]>();
  readonly #atlas = new Map<string, Map<number, GlyphBitmap>>();
  #atlasDots = 0;

  constructor(harfbuzz: typeof HarfBuzz, name: string, bytes: Uint8Array<ArrayBuffer>) {
    const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
    if (face.collectUnicodes().length === 0) throw new Error(`The font file of "${name}" is not a font with characters`);
    this.name = name;
    this.#harfbuzz = harfbuzz;
    this.#font = new harfbuzz.Font(face);
    this.#buffer = new harfbuzz.Buffer();
    this.#pens = this.#makePens();
    this.unitsPerEm = face.upem;
    const { ascender, descender, lineGap } = this.#font.hExtents();
    this.ascent = ascender / face.upem;
    this.lineHeight = (ascender - descender + lineGap) / face.upem;
  }

  /** The glyphs of a text without line breaks, from left to right. A character that the font lacks has glyph 0. */
  shape(text: string): readonly ShapedGlyph[] {
    const known = this.#shaped.get(text);
    if (known) return known;
    this.#buffer.reset();
    this.#buffer.addText(text);
    this.#buffer.guessSegmentProperties();
    this.#harfbuzz.shape(this.#font, this.#buffer);
    const glyphs = this.#buffer.getGlyphInfosAndPositions().map((info) => ({
      glyph: info.codepoint,
      cluster: info.cluster,
      advance: info.xAdvance ?? 0,
      offsetX: info.xOffset ?? 0,
      offsetY: info.yOffset ?? 0,
    }));
    if (this.#shaped.size === MOST_SHAPED_TEXTS) this.#shaped.clear();
    this.#shaped.set(text, glyphs);
    return glyphs;
  }

  /** All glyphs drawn at one size so far; `drawGlyph` adds to it. Throws a RangeError for a size that is too large to draw. */
  atlas(size: FontSize): Map<number, GlyphBitmap> {
    if (Math.max(size.x, size.y) > LARGEST_EM_DOTS) throw new RangeError(`The font height is more than ${LARGEST_EM_DOTS} dots`);
    if (this.#atlasDots > MOST_ATLAS_DOTS) {
      this.#atlas.clear();
      this.#atlasDots = 0;
    }
    const key = `${size.x} ${size.y}`;
    const known = this.#atlas.get(key) ?? new Map<number, GlyphBitmap>();
    this.#atlas.set(key, known);
    return known;
  }

  /** The glyph as dots, its outline starting on a whole dot. */
  drawGlyph(glyph: number, size: FontSize): GlyphBitmap {
    const atlas = this.atlas(size);
    const known = atlas.get(glyph);
    if (known) return known;
    const drawn = rasterize(this.#outline(glyph, size), Math.min(size.x, size.y) < SMALL_EM_DOTS);
    this.#atlasDots += drawn.bitmap ? drawn.bitmap.words.length * 32 : 0;
    atlas.set(glyph, drawn);
    return drawn;
  }

  #outline(glyph: number, size: FontSize): Path {
    this.#pen = new PathBuilder();
    this.#scale = { x: size.x / this.unitsPerEm, y: -size.y / this.unitsPerEm };
    this.#font.drawGlyph(glyph, this.#pens);
    return this.#pen.finish();
  }

  #makePens(): DrawFuncs {
    const pens = new this.#harfbuzz.DrawFuncs();
    pens.setMoveToFunc((x, y) => this.#pen.moveTo(x * this.#scale.x, y * this.#scale.y));
    pens.setLineToFunc((x, y) => this.#pen.lineTo(x * this.#scale.x, y * this.#scale.y));

    pens.setQuadraticToFunc((cx, cy, x, y) =>
      this.#pen.quadraticTo(cx * this.#scale.x, cy * this.#scale.y, x * this.#scale.x, y * this.#scale.y),
    );

    pens.setCubicToFunc((ax, ay, bx, by, x, y) => {
      const { x: sx, y: sy } = this.#scale;
      this.#pen.cubicTo(ax * sx, ay * sy, bx * sx, by * sy, x * sx, y * sy);
    });
    pens.setClosePathFunc(() => this.#pen.close());
    return pens;
  }
}

function rasterize(outline: Path, isSmall: boolean): GlyphBitmap {
  const { left, top, width, height } = pathExtent(outline);
  if (width === 0 || height === 0) return { left: 0, top: 0, bitmap: undefined };
  const bitmap = createBitmap(width, height);
  const shifted = outline.map((contour) => contour.map((value, index) => value - (index % 2 === 0 ? left : top)));
  fillPath(bitmap, shifted, 'ink');
  if (isSmall) keepThinStrokes(bitmap, shifted);
  return { left, top, bitmap };
}
