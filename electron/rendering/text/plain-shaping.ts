import type { ShapedGlyph } from './shaped-glyph.ts';

/** The real shaping, of a text in Latin script or in the one that it is guessed to be in. */
export type ShapeFully = (text: string, script: 'Latn' | undefined) => readonly ShapedGlyph[];

/** What a character and its neighbour do to each other. */
interface Kerning {
  first: GlyphShift;
  second: GlyphShift;
}

type GlyphShift = Pick<ShapedGlyph, 'advance' | 'offsetX' | 'offsetY'>;

const NO_SHIFT: GlyphShift = { advance: 0, offsetX: 0, offsetY: 0 };
const NO_KERNING: Kerning = { first: NO_SHIFT, second: NO_SHIFT };
const PRINTED_ASCII = /^[\x20-\x7e]+$/u;
const LATIN_LETTER = /[A-Za-z]/u;

/** What was learnt of one script; undefined is not learnt yet, false is not plain. */
interface Learnt {
  script: 'Latn' | undefined;
  characters: Map<number, ShapedGlyph | false>;
  pairs: Map<number, Kerning | false>;
}

/**
 * Shapes texts of plain characters by putting together what each of them and each two of them look like, which is learnt once from the
 * real shaping and gives the same. Plain is an ASCII character at whose glyph no rule of the font begins but kerning.
 */
export class PlainShaping {
  readonly #isPlain: (code: number) => boolean;
  readonly #shapeFully: ShapeFully;
  readonly #latin: Learnt = { script: 'Latn', characters: new Map(), pairs: new Map() };
  readonly #common: Learnt = { script: undefined, characters: new Map(), pairs: new Map() };

  constructor(isPlain: (code: number) => boolean, shapeFully: ShapeFully) {
    this.#isPlain = isPlain;
    this.#shapeFully = shapeFully;
  }

  /** The glyphs of the text; undefined when it holds characters that need the real shaping. */
  shape(text: string): readonly ShapedGlyph[] | undefined {
    if (!PRINTED_ASCII.test(text)) return undefined;
    const learnt = LATIN_LETTER.test(text) ? this.#latin : this.#common;
    const glyphs: ShapedGlyph[] = [];
    let before = NO_SHIFT;
    for (let cluster = 0; cluster < text.length; cluster += 1) {
      const code = text.charCodeAt(cluster);
      const character = learnt.characters.get(code) ?? this.#learnCharacter(code, learnt);
      const kerning = cluster + 1 < text.length ? this.#kerning(code, text.charCodeAt(cluster + 1), learnt) : NO_KERNING;
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

  #learnCharacter(code: number, { script, characters }: Learnt): ShapedGlyph | false {
    const [glyph, ...others] = this.#isPlain(code) ? this.#shapeFully(String.fromCharCode(code), script) : [];
    const character = glyph !== undefined && others.length === 0 && glyph;
    characters.set(code, character);
    return character;
  }

  #kerning(code: number, next: number, learnt: Learnt): Kerning | false {
    return learnt.pairs.get(code * 128 + next) ?? this.#learnKerning(code, next, learnt);
  }

  #learnKerning(code: number, next: number, learnt: Learnt): Kerning | false {
    const [left, right] = [code, next].map((each) => learnt.characters.get(each) ?? this.#learnCharacter(each, learnt));
    const [first, second, ...others] = left && right ? this.#shapeFully(String.fromCharCode(code, next), learnt.script) : [];
    const kerning = first && second && left && right && others.length === 0 && kerningOf(shift(first, left), shift(second, right));
    learnt.pairs.set(code * 128 + next, kerning || false);
    return kerning || false;
  }
}

/** How a glyph lies beside its neighbour and not alone; undefined when it is another glyph there. */
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
