import type * as HarfBuzz from 'harfbuzzjs';
import type { Buffer, DrawFuncs, Face, Feature, Font } from 'harfbuzzjs';
import { PathBuilder } from '../raster/path.ts';
import type { Path } from '../raster/path.ts';
import { GlyphAtlas } from './glyph-atlas.ts';
import type { FontSize } from './glyph-atlas.ts';
import { glyphsUnderRules } from './layout-rules.ts';
import { PlainShaping } from './plain-shaping.ts';
import type { ShapedGlyph } from './shaped-glyph.ts';

/** What of a text is shaped, and how. */
export interface ShapeOptions {
  /** The piece to shape; what stands around it decides how its letters join. The whole text when left out. */
  piece?: { from: number; to: number; isRightToLeft: boolean; script: string | undefined };
  /** Whether its letters stand apart, so that none of them may be drawn as one glyph just for its looks. */
  isSpaced?: boolean;
}

/** Features that join letters for their looks. Letters that must join, as in Arabic, do so by other features. */
const LOOKS = ['liga', 'clig', 'dlig', 'calt'];
const MOST_SHAPED_TEXTS = 500;
const MOST_ATLASES = 32;

const SAMPLE_CHARACTERS = 16;
const isPrinted = (code: number): boolean => code > 0x20 && !/\p{C}/u.test(String.fromCodePoint(code));

/** One cut of a font: shapes text and draws glyphs, and remembers both within bounds. */
export class Typeface {
  readonly name: string;
  /** Some of its characters, in the order of their codes: what a sample shows when it has none of the common ones. */
  readonly firstCharacters: string;
  readonly unitsPerEm: number;
  /** From the top of a line to its baseline, in ems. */
  readonly ascent: number;
  /** From baseline to baseline, in ems. */
  readonly lineHeight: number;
  readonly #harfbuzz: typeof HarfBuzz;
  readonly #face: Face;
  readonly #font: Font;
  readonly #buffer: Buffer;
  readonly #pens: DrawFuncs;
  readonly #plainLooks: Feature[];
  readonly #plain: PlainShaping;
  #glyphsUnderRules: ReturnType<typeof glyphsUnderRules> | 'unknown' = 'unknown';
  #pen = new PathBuilder();
  #scale: FontSize = { x: 0, y: 0 };
  readonly #shaped = new Map<string, readonly ShapedGlyph[]>();
  /** The one that was asked for last comes last. */
  readonly #atlases: GlyphAtlas[] = [];

  constructor(harfbuzz: typeof HarfBuzz, name: string, bytes: Uint8Array<ArrayBuffer>) {
    const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
    const characters = face.collectUnicodes();
    if (characters.length === 0) throw new Error(`The font file of "${name}" is not a font with characters`);
    this.name = name;
    this.firstCharacters = String.fromCodePoint(...characters.filter(isPrinted).slice(0, SAMPLE_CHARACTERS));
    this.#harfbuzz = harfbuzz;
    this.#face = face;
    this.#font = new harfbuzz.Font(face);
    this.#buffer = new harfbuzz.Buffer();
    this.#pens = this.#makePens();
    this.#plain = new PlainShaping(
      (code) => this.#isPlain(code),
      (text, script) => this.shapeFully(text, { piece: { from: 0, to: text.length, isRightToLeft: false, script } }),
    );
    this.#plainLooks = LOOKS.map((tag) => new harfbuzz.Feature(tag, 0));
    this.unitsPerEm = face.upem;
    const { ascender, descender, lineGap } = this.#font.hExtents();
    this.ascent = ascender / face.upem;
    this.lineHeight = (ascender - descender + lineGap) / face.upem;
  }

  /** The glyphs of a text without line breaks, from left to right. A character that the font lacks has glyph 0. */
  shape(text: string, options: ShapeOptions = {}): readonly ShapedGlyph[] {
    const key = shapeKey(text, options);
    const known = this.#shaped.get(key);
    if (known) return known;
    const plain = options.piece ? undefined : this.#plain.shape(text);
    if (plain) return plain;
    const glyphs = this.shapeFully(text, options);
    if (this.#shaped.size === MOST_SHAPED_TEXTS) this.#shaped.clear();
    this.#shaped.set(key, glyphs);
    return glyphs;
  }

  /** As `shape`, whatever was shaped before. */
  shapeFully(text: string, options: ShapeOptions = {}): readonly ShapedGlyph[] {
    this.#fillBuffer(text, options);
    this.#harfbuzz.shape(this.#font, this.#buffer, options.isSpaced ? this.#plainLooks : undefined);
    // Not both at once: that call also defines properties that nobody reads, and takes ten times as long.
    const positions = this.#buffer.getGlyphPositions();
    return this.#buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      return { glyph: codepoint, cluster, advance: xAdvance, offsetX: xOffset, offsetY: yOffset };
    });
  }

  /** Where in a text the first character from `from` on stands that the font lacks; `from` when it has them all. */
  findMissing(text: string, from: number): number {
    const characters = new Set(this.#face.collectUnicodes());
    let at = from;
    while (at < text.length && characters.has(text.codePointAt(at) ?? 0)) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return at < text.length ? at : from;
  }

  /** The glyphs at a size. Throws a RangeError for a size that is too large to draw. */
  atlas(size: FontSize): GlyphAtlas {
    const last = this.#atlases.length - 1;
    const at = this.#atlases.findLastIndex((atlas) => atlas.size.x === size.x && atlas.size.y === size.y);
    const found = this.#atlases[at] ?? new GlyphAtlas(size, (glyph) => this.#outline(glyph, size));
    if (at === last && at >= 0) return found;
    if (at >= 0) this.#atlases.splice(at, 1);
    else if (last + 1 === MOST_ATLASES) this.#atlases.shift();
    this.#atlases.push(found);
    return found;
  }

  #fillBuffer(text: string, { piece }: ShapeOptions): void {
    this.#buffer.reset();
    if (piece) {
      const { Direction } = this.#harfbuzz;
      this.#buffer.addText(text, piece.from, piece.to - piece.from);
      this.#buffer.setDirection(piece.isRightToLeft ? Direction.RTL : Direction.LTR);
      if (piece.script) this.#buffer.setScript(piece.script);
    } else {
      this.#buffer.addText(text);
    }
    this.#buffer.guessSegmentProperties();
  }

  /** Whether nothing but kerning can happen to the glyph of a character. */
  #isPlain(code: number): boolean {
    if (this.#glyphsUnderRules === 'unknown') this.#glyphsUnderRules = glyphsUnderRules((tag) => this.#face.referenceTable(tag));
    const glyph = this.#font.nominalGlyph(code);
    if (glyph === undefined || !this.#glyphsUnderRules || this.#glyphsUnderRules.has(glyph)) return false;
    return this.#face.getGlyphClass(glyph) !== this.#harfbuzz.GlyphClass.MARK;
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

function shapeKey(text: string, { piece, isSpaced }: ShapeOptions): string {
  if (!piece) return isSpaced ? `spaced\n${text}` : text;
  return `${piece.from} ${piece.to} ${piece.isRightToLeft} ${piece.script} ${isSpaced}\n${text}`;
}
