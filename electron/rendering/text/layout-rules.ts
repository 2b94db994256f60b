/** Returns a table of a font; undefined if the font has none of that name. */
export type ReadTable = (tag: string) => Uint8Array | undefined;

type RuleTable = 'GSUB' | 'GPOS';

/** The features that shaping applies to Latin letters, digits and punctuation by default. */
const ACTIVE_FEATURES = new Set(
  'abvm blwm ccmp locl mark mkmk rlig calt clig curs dist kern liga rclt rvrn ltra ltrm rand Harf HARF Buzz BUZZ'.split(' '),
);
const NO_FEATURE = 0xffff;
const EXTENSIONS = { GSUB: 7, GPOS: 9 } as const;
/** The lookup types with context: without and with lookbehind and lookahead. */
const CONTEXTS = { GSUB: [5, 6], GPOS: [7, 8] } as const;
const PAIR_POSITIONS = 2;
const IGNORES_BASES_OR_LIGATURES = 0x6;
/** Far more than any font needs; stops cycles in broken fonts. */
const MAX_STEPS = 2_000_000;
/** Tables with rules outside GSUB and GPOS. */
const OTHER_RULES = ['morx', 'mort', 'kerx', 'trak'];

/**
 * The glyphs at which a layout rule other than plain kerning may begin; all other glyphs are drawn unchanged apart from kerning. Undefined
 * if unknown, because the font has other kinds of rules or broken ones.
 */
export function glyphsWithLayoutRules(readTable: ReadTable): ReadonlySet<number> | undefined {
  if (OTHER_RULES.some((tag) => readTable(tag) !== undefined)) return undefined;
  try {
    return collectGlyphs(readTable);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function collectGlyphs(readTable: ReadTable): ReadonlySet<number> | undefined {
  const kern = readTable('kern');
  if (kern && new Rules(kern, 'GPOS').short(0) !== 0) return undefined;
  const glyphs = new Set<number>();
  for (const tag of ['GSUB', 'GPOS'] as const) {
    const bytes = readTable(tag);
    if (bytes && !new Rules(bytes, tag).collect(glyphs)) return undefined;
  }
  return glyphs;
}

/** A GSUB or GPOS table. Reading beyond its end or too much throws a RangeError. */
class Rules {
  readonly #view: DataView;
  readonly #table: RuleTable;
  #steps = 0;

  constructor(bytes: Uint8Array, table: RuleTable) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#table = table;
  }

  short(at: number): number {
    this.#step();
    return this.#view.getUint16(at);
  }

  /** Adds the glyphs at which a rule begins; false if rules depend on more than the text. */
  collect(glyphs: Set<number>): boolean {
    const hasVariations = this.short(2) > 0 && this.#view.getUint32(10) !== 0;
    if (hasVariations) return false;
    const lookups = this.short(8);
    for (const lookup of this.#activeLookups()) {
      const at = lookups + this.short(lookups + 2 + 2 * lookup);
      for (const offset of this.#shorts(at + 4)) this.#collectSubtable(at + offset, this.short(at), this.short(at + 2), glyphs);
    }
    return true;
  }

  #activeLookups(): Set<number> {
    const features = this.short(6);
    const required = this.#requiredFeatures();
    const lookups = new Set<number>();
    for (let index = 0; index < this.short(features); index += 1) {
      const at = features + 2 + 6 * index;
      if (!ACTIVE_FEATURES.has(this.#tag(at)) && !required.has(index)) continue;
      for (const lookup of this.#shorts(features + this.short(at + 4) + 2)) lookups.add(lookup);
    }
    return lookups;
  }

  /** Required features of any script and language. */
  #requiredFeatures(): Set<number> {
    const required = new Set<number>();
    const scripts = this.short(4);
    for (let index = 0; index < this.short(scripts); index += 1) {
      const script = scripts + this.short(scripts + 2 + 6 * index + 4);
      const offsets = [this.short(script)];
      for (let language = 0; language < this.short(script + 2); language += 1) offsets.push(this.short(script + 4 + 6 * language + 4));
      for (const offset of offsets) if (offset !== 0) required.add(this.short(script + offset + 2));
    }
    required.delete(NO_FEATURE);
    return required;
  }

  #collectSubtable(at: number, type: number, flags: number, glyphs: Set<number>): void {
    if (type === EXTENSIONS[this.#table]) {
      this.#collectSubtable(at + this.#view.getUint32(at + 4), this.short(at + 2), flags, glyphs);
    } else if (!this.#isPlainKerning(at, type, flags)) {
      this.#collectCoverage(at + this.short(this.#coverageOf(at, type)), glyphs);
    }
  }

  /** Kerning that adjusts only the first of two glyphs; it does not consume the second one. */
  #isPlainKerning(at: number, type: number, flags: number): boolean {
    return this.#table === 'GPOS' && type === PAIR_POSITIONS && (flags & IGNORES_BASES_OR_LIGATURES) === 0 && this.short(at + 6) === 0;
  }

  /** Offset of the coverage table of a rule. */
  #coverageOf(at: number, type: number): number {
    const [plain, chained] = CONTEXTS[this.#table];
    const isByCoverage = this.short(at) === 3;
    if (type === plain && isByCoverage) return at + 6;
    if (type === chained && isByCoverage) return at + 6 + 2 * this.short(at + 2);
    return at + 2;
  }

  #collectCoverage(at: number, glyphs: Set<number>): void {
    if (this.short(at) === 1) {
      for (const glyph of this.#shorts(at + 2)) glyphs.add(glyph);
      return;
    }
    for (let range = 0; range < this.short(at + 2); range += 1) {
      const record = at + 4 + 6 * range;
      for (let glyph = this.short(record); glyph <= this.short(record + 2); glyph += 1) glyphs.add(glyph);
    }
  }

  /** A list that begins with its length. */
  #shorts(at: number): number[] {
    return Array.from({ length: this.short(at) }, (_, index) => this.short(at + 2 + 2 * index));
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new RangeError('the rules of the font have no end');
  }

  #tag(at: number): string {
    return String.fromCharCode(...Array.from({ length: 4 }, (_, index) => this.#view.getUint8(at + index)));
  }
}
