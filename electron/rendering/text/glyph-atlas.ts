import { createBitmap } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { fillPath } from '../raster/fill-path.ts';
import { keepThinStrokes } from '../raster/thin-strokes.ts';
import { pathExtent } from '../raster/path.ts';
import type { Path } from '../raster/path.ts';

/** Dots per em across and down. */
export interface FontSize {
  x: number;
  y: number;
}

/** A rasterized glyph; `left` and `top` are the offset of its bitmap from the pen position on the baseline, in dots, y down. */
export interface GlyphBitmap {
  left: number;
  top: number;
  /** Undefined for a glyph without ink, such as a space. */
  bitmap: Bitmap | undefined;
}

const LARGEST_EM_DOTS = 8_000;
const MAX_DOTS = 100_000_000;
/** Below this size, thin strokes of common fonts may be thinner than a dot. */
const SMALL_EM_DOTS = 32;

/** The glyphs of a typeface at one size, rasterized on first use. The cache is cleared when it exceeds 100 million dots. */
export class GlyphAtlas {
  readonly size: Readonly<FontSize>;
  readonly #outline: (glyph: number) => Path;
  readonly #isSmall: boolean;
  readonly #glyphs = new Map<number, GlyphBitmap>();
  #dots = 0;

  /** Throws a RangeError for a size that is too large to draw. */
  constructor(size: Readonly<FontSize>, outline: (glyph: number) => Path) {
    if (Math.max(size.x, size.y) > LARGEST_EM_DOTS) throw new RangeError(`The font height is more than ${LARGEST_EM_DOTS} dots`);
    this.size = size;
    this.#outline = outline;
    this.#isSmall = Math.min(size.x, size.y) < SMALL_EM_DOTS;
  }

  /** The glyph as dots, its origin on a whole dot. Throws a RangeError for one that is too large to draw. */
  glyph(glyph: number): GlyphBitmap {
    return this.#glyphs.get(glyph) ?? this.#draw(glyph);
  }

  #draw(glyph: number): GlyphBitmap {
    const drawn = rasterize(this.#outline(glyph), this.#isSmall);
    const dots = drawn.bitmap ? drawn.bitmap.width * drawn.bitmap.height : 0;
    if (this.#dots + dots > MAX_DOTS) {
      this.#glyphs.clear();
      this.#dots = 0;
    }
    this.#dots += dots;
    this.#glyphs.set(glyph, drawn);
    return drawn;
  }
}

function rasterize(outline: Path, isSmall: boolean): GlyphBitmap {
  const { left, top, width, height } = pathExtent(outline);
  if (width === 0 || height === 0) return { left: 0, top: 0, bitmap: undefined };
  if (width * height > MAX_DOTS) {
    throw new RangeError(`A character of the font has ${width} x ${height} dots; at most ${MAX_DOTS / 1e6} million can be drawn`);
  }
  const bitmap = createBitmap(width, height);
  const shifted = outline.map((contour) => contour.map((value, index) => value - (index % 2 === 0 ? left : top)));
  fillPath(bitmap, shifted, 'ink');
  if (isSmall) keepThinStrokes(bitmap, shifted);
  return { left, top, bitmap };
}
