import type { ShapedGlyph } from './shaped-glyph.ts';

/** HarfBuzz shaping of a text in Latin script, or in the script that HarfBuzz guesses. */
export type ShapeFully = (text: string, script: 'Latn' | undefined) => readonly ShapedGlyph[];

/** The effect of two neighbouring characters on each other. */
interface Kerning {
  first: GlyphShift;
  second: GlyphShift;
}

type GlyphShift = Pick<ShapedGlyph, 'advance' | 'offsetX' | 'offsetY'>;

const NO_SHIFT: GlyphShift = { advance: 0, offsetX: 0, offsetY: 0 };
const NO_KERNING: Kerning = { first: NO_SHIFT, second: NO_SHIFT };
const PRINTED_ASCII = /^[\x20-\x7e]+$/u;
const LATIN_LETTER = /[A-Za-z]/u;

/** What is known about one script; undefined = not yet known, false = not plain. */
interface ScriptShapes {
  script: 'Latn' | undefined;
  characters: Map<number, ShapedGlyph | false>;
  pairs: Map<number, Kerning | false>;
}

/**
 * Shapes texts of plain characters by combining the cached shapes of single characters and pairs; the result equals that of full shaping. A
 * character is plain if it is ASCII and no rule except kerning begins at its glyph.
 */
export class PlainShaping {
  readonly #isPlain: (code: number) => boolean;
  readonly #shapeFully: ShapeFully;
  readonly #latin: ScriptShapes = { script: 'Latn', characters: new Map(), pairs: new Map() };
  readonly #common: ScriptShapes = { script: undefined, characters: new Map(), pairs: new Map() };

  constructor(isPlain: (code: number) => boolean, shapeFully: ShapeFully) {
    this.#isPlain = isPlain;
    this.#shapeFully = shapeFully;
  }

  /** The glyphs of the text; undefined if it contains characters that need full shaping. */
  shape(text: string): readonly ShapedGlyph[] | undefined {
    if (!PRINTED_ASCII.test(text)) return undefined;
    const shapes = LATIN_LETTER.test(text) ? this.#latin : this.#common;
    const glyphs: ShapedGlyph[] = [];
    let before = NO_SHIFT;
    for (let cluster = 0; cluster < text.length; cluster += 1) {
      const code = text.charCodeAt(cluster);
      const character = shapes.characters.get(code) ?? this.#learnCharacter(code, shapes);
      const kerning = cluster + 1 < text.length ? this.#kerning(code, text.charCodeAt(cluster + 1), shapes) : NO_KERNING;
      if (!character || !kerning) return undefined;
      const { glyph, advance, offsetX, offsetY } = character;
      const { first } = kerning;
      glyphs.push({
        glyph,
        cluster,
        advance: advance + before.advance + first.advance,
        offsetX: offsetX + before.offsetX + first.offsetX,
        offsetY: offsetY + before.offsetY + first.offsetY,
      });
      before = kerning.second;
    }
    return glyphs;
  }

  #learnCharacter(code: number, { script, characters }: ScriptShapes): ShapedGlyph | false {
    const [glyph, ...rest] = this.#isPlain(code) ? this.#shapeFully(String.fromCharCode(code), script) : [];
    const character = glyph !== undefined && rest.length === 0 && glyph;
    characters.set(code, character);
    return character;
  }

  #kerning(code: number, next: number, shapes: ScriptShapes): Kerning | false {
    return shapes.pairs.get(code * 128 + next) ?? this.#learnKerning(code, next, shapes);
  }

  #learnKerning(code: number, next: number, shapes: ScriptShapes): Kerning | false {
    const [left, right] = [code, next].map((each) => shapes.characters.get(each) ?? this.#learnCharacter(each, shapes));
    const [first, second, ...rest] = left && right ? this.#shapeFully(String.fromCharCode(code, next), shapes.script) : [];
    const kerning = first && second && left && right && rest.length === 0 && kerningOf(shift(first, left), shift(second, right));
    shapes.pairs.set(code * 128 + next, kerning || false);
    return kerning || false;
  }
}

/** The difference of a glyph's position next to its neighbour and alone; undefined if the glyph itself differs. */
function shift(beside: ShapedGlyph, alone: ShapedGlyph): GlyphShift | undefined {
  if (beside.glyph !== alone.glyph) return undefined;
  return { advance: beside.advance - alone.advance, offsetX: beside.offsetX - alone.offsetX, offsetY: beside.offsetY - alone.offsetY };
}

function kerningOf(first: GlyphShift | undefined, second: GlyphShift | undefined): Kerning | undefined {
  if (!first || !second) return undefined;
  return isNothing(first) && isNothing(second) ? NO_KERNING : { first, second };
}

function isNothing({ advance, offsetX, offsetY }: GlyphShift): boolean {
  return advance === 0 && offsetX === 0 && offsetY === 0;
}
