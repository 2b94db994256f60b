import { PathBuilder } from '../raster/path.ts';
import type { Path } from '../raster/path.ts';
import { GlyphAtlas } from './glyph-atlas.ts';
import type { FontSize } from './glyph-atlas.ts';
import type { GlyphPen, HarfBuzz } from './harfbuzz.ts';
import { glyphsWithLayoutRules } from './layout-rules.ts';
import { LoadedFont, type TextPiece } from './loaded-font.ts';
import { PlainShaping } from './plain-shaping.ts';
import type { ShapedGlyph } from './shaped-glyph.ts';

/** What to shape, and how. */
export interface ShapeOptions {
  /** The part to shape, by default the whole text; the text around it affects joining. */
  piece?: TextPiece;
  /** Whether letters are spaced, which disables optional ligatures. */
  isSpaced?: boolean;
}

const MAX_SHAPED_TEXTS = 500;
const MAX_ATLASES = 32;
/** As many characters as a text in Chinese usually has different ones. */
const MAX_DRAWABLE = 8_192;

const SAMPLE_CHARACTERS = 16;
const isPrinted = (code: number): boolean => code > 0x20 && !/\p{C}/u.test(String.fromCodePoint(code));

/** A font of one style: shapes text and rasterizes glyphs, both with limited caches. */
export class Typeface {
  readonly name: string;
  /** Its first characters by code point, for samples of fonts that have none of the common ones. */
  readonly firstCharacters: string;
  readonly unitsPerEm: number;
  /** Distance from the top of a line to its baseline, in ems. */
  readonly ascent: number;
  /** Distance from baseline to baseline, in ems. */
  readonly lineHeight: number;
  readonly #font: LoadedFont;
  readonly #pen: GlyphPen;
  readonly #plain: PlainShaping;
  #glyphsWithLayoutRules: ReturnType<typeof glyphsWithLayoutRules> | 'unknown' = 'unknown';
  #path = new PathBuilder();
  #scale: FontSize = { x: 0, y: 0 };
  readonly #shaped = new Map<string, readonly ShapedGlyph[]>();
  /** Grapheme clusters, and whether the font has them. */
  readonly #drawable = new Map<string, boolean>();
  /** Least recently used first. */
  readonly #atlases: GlyphAtlas[] = [];

  /** Loads a font file. Throws an Error that names it if it is not a font, and a `HarfBuzzFailure` if there is not enough memory. */
  constructor(harfbuzz: HarfBuzz, name: string, bytes: Uint8Array) {
    this.name = name;
    this.#font = new LoadedFont(harfbuzz, bytes);
    const characters = this.#font.characters();
    if (characters.length === 0) {
      this.#font.free();
      throw new Error(`The font file of "${name}" is not a font with characters`);
    }
    this.firstCharacters = String.fromCodePoint(...characters.filter(isPrinted).slice(0, SAMPLE_CHARACTERS));
    this.#pen = this.#makePen();
    this.#plain = new PlainShaping(
      (code) => this.#isPlain(code),
      (text, script) => this.shapeFully(text, { piece: { from: 0, to: text.length, isRightToLeft: false, script } }),
    );
    this.unitsPerEm = this.#font.unitsPerEm;
    const { ascender, descender, lineGap } = this.#font.extents();
    this.ascent = ascender / this.unitsPerEm;
    this.lineHeight = (ascender - descender + lineGap) / this.unitsPerEm;
  }

  /** Frees the memory of the font file. Drawing with it throws afterwards. */
  free(): void {
    this.#font.free();
  }

  /** The glyphs of a text without line breaks, from left to right. Characters that the font lacks have glyph 0. */
  shape(text: string, options: ShapeOptions = {}): readonly ShapedGlyph[] {
    const key = shapeKey(text, options);
    const cached = this.#shaped.get(key);
    if (cached) return cached;
    const plain = options.piece ? undefined : this.#plain.shape(text);
    if (plain) return plain;
    const glyphs = this.shapeFully(text, options);
    if (this.#shaped.size === MAX_SHAPED_TEXTS) this.#shaped.clear();
    this.#shaped.set(key, glyphs);
    return glyphs;
  }

  /** As `shape`, without the shortcut for plain characters. */
  shapeFully(text: string, { piece, isSpaced = false }: ShapeOptions = {}): readonly ShapedGlyph[] {
    return this.#font.shape(text, piece, isSpaced);
  }

  /** Index of the first character from `from` on that the font lacks; `from` if it has them all. */
  findMissing(text: string, from: number): number {
    const characters = new Set(this.#font.characters());
    let at = from;
    while (at < text.length && characters.has(text.codePointAt(at) ?? 0)) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return at < text.length ? at : from;
  }

  /** Whether the font draws a character with its accents, a grapheme cluster. */
  canDraw(cluster: string): boolean {
    const known = this.#drawable.get(cluster);
    if (known !== undefined) return known;
    const isDrawable = this.shapeFully(cluster).every(({ glyph }) => glyph !== 0);
    if (this.#drawable.size === MAX_DRAWABLE) this.#drawable.clear();
    this.#drawable.set(cluster, isDrawable);
    return isDrawable;
  }

  /** Whether the font draws each character of a text by itself. */
  canDrawEach(text: string): boolean {
    for (const character of text) if (!this.canDraw(character)) return false;
    return true;
  }

  /** The glyphs at a size. Throws a RangeError for a size that is too large to draw. */
  atlas(size: FontSize): GlyphAtlas {
    const last = this.#atlases.length - 1;
    const at = this.#atlases.findLastIndex((atlas) => atlas.size.x === size.x && atlas.size.y === size.y);
    const found = this.#atlases[at] ?? new GlyphAtlas(size, (glyph) => this.#outline(glyph, size));
    if (at === last && at >= 0) return found;
    if (at >= 0) this.#atlases.splice(at, 1);
    else if (last + 1 === MAX_ATLASES) this.#atlases.shift();
    this.#atlases.push(found);
    return found;
  }

  /** Whether nothing but kerning can affect the glyph of a character. */
  #isPlain(code: number): boolean {
    if (this.#glyphsWithLayoutRules === 'unknown') this.#glyphsWithLayoutRules = glyphsWithLayoutRules((tag) => this.#font.table(tag));
    const glyph = this.#font.nominalGlyph(code);
    if (glyph === undefined || !this.#glyphsWithLayoutRules || this.#glyphsWithLayoutRules.has(glyph)) return false;
    return !this.#font.isMark(glyph);
  }

  #outline(glyph: number, size: FontSize): Path {
    this.#path = new PathBuilder();
    this.#scale = { x: size.x / this.unitsPerEm, y: -size.y / this.unitsPerEm };
    this.#font.draw(glyph, this.#pen);
    return this.#path.finish();
  }

  #makePen(): GlyphPen {
    return {
      moveTo: (x, y) => this.#path.moveTo(x * this.#scale.x, y * this.#scale.y),
      lineTo: (x, y) => this.#path.lineTo(x * this.#scale.x, y * this.#scale.y),
      quadraticTo: (cx, cy, x, y) => {
        const { x: sx, y: sy } = this.#scale;
        this.#path.quadraticTo(cx * sx, cy * sy, x * sx, y * sy);
      },
      cubicTo: (ax, ay, bx, by, x, y) => {
        const { x: sx, y: sy } = this.#scale;
        this.#path.cubicTo(ax * sx, ay * sy, bx * sx, by * sy, x * sx, y * sy);
      },
      close: () => this.#path.close(),
    };
  }
}

function shapeKey(text: string, { piece, isSpaced }: ShapeOptions): string {
  if (!piece) return isSpaced ? `spaced\n${text}` : text;
  return `${piece.from} ${piece.to} ${piece.isRightToLeft} ${piece.script} ${isSpaced}\n${text}`;
}
