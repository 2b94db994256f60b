import { tagOf, type GlyphPen, type HarfBuzz, type Pointer } from './harfbuzz.ts';
import type { ShapedGlyph } from './shaped-glyph.ts';

/** The part of a text to shape. */
export interface TextPiece {
  from: number;
  to: number;
  isRightToLeft: boolean;
  script: string | undefined;
}

/** `HB_MEMORY_MODE_WRITABLE`: the blob owns the copy in the heap. */
const WRITABLE = 2;
/** `HB_DIRECTION_LTR` and `HB_DIRECTION_RTL`. */
const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
/** Words of `hb_glyph_info_t` and of `hb_glyph_position_t`. */
const GLYPH_WORDS = 5;
/** Bytes of `hb_font_extents_t`. */
const EXTENTS_BYTES = 48;
/** `HB_OT_LAYOUT_GLYPH_CLASS_MARK`. */
const MARK = 3;

/** The heap memory of one font. */
interface FontMemory {
  font: Pointer;
  face: Pointer;
}

/**
 * Frees fonts that were not freed explicitly, since the page does not know when the last drawing with a font ends. Explicitly freed ones
 * are unregistered, so nothing is freed twice.
 */
const abandoned = new FinalizationRegistry<() => void>((free) => {
  try {
    free();
  } catch {
    // A broken instance reports it on its next call.
  }
});

/** A font in the heap of a HarfBuzz instance, until `free` is called. */
export class LoadedFont {
  readonly #harfbuzz: HarfBuzz;
  readonly #free: () => void;
  #memory: FontMemory | undefined;

  constructor(harfbuzz: HarfBuzz, bytes: Uint8Array) {
    this.#harfbuzz = harfbuzz;
    const memory = loadInto(harfbuzz, bytes);
    this.#memory = memory;
    this.#free = () => {
      // The heap of a broken instance is discarded as a whole.
      if (harfbuzz.isBroken) return;
      harfbuzz.call('hb_font_destroy', memory.font);
      harfbuzz.call('hb_face_destroy', memory.face);
    };
    abandoned.register(this, this.#free, this);
  }

  /** Frees the memory of the font. Any later use throws; freeing it again does nothing. */
  free(): void {
    if (!this.#memory) return;
    this.#memory = undefined;
    abandoned.unregister(this);
    this.#free();
  }

  get unitsPerEm(): number {
    return this.#harfbuzz.call('hb_face_get_upem', this.#held.face);
  }

  /** Ascender, descender and line gap in font units. */
  extents(): { ascender: number; descender: number; lineGap: number } {
    const at = this.#harfbuzz.scratch(EXTENTS_BYTES);
    this.#harfbuzz.call('hb_font_get_h_extents', this.#held.font, at);
    const [ascender = 0, descender = 0, lineGap = 0] = this.#harfbuzz.signedWords.subarray(at / 4, at / 4 + 3);
    return { ascender, descender, lineGap };
  }

  /** The code points that the font has glyphs for, ascending. */
  characters(): Uint32Array<ArrayBuffer> {
    const set = this.#harfbuzz.call('hb_set_create');
    this.#harfbuzz.call('hb_face_collect_unicodes', this.#held.face, set);
    const count = this.#harfbuzz.call('hb_set_get_population', set);
    const at = this.#harfbuzz.allocate(4 * Math.max(1, count));
    const found = this.#harfbuzz.call('hb_set_next_many', set, -1, at, count);
    const characters = this.#harfbuzz.words.slice(at / 4, at / 4 + found) as Uint32Array<ArrayBuffer>;
    this.#harfbuzz.call('free', at);
    this.#harfbuzz.call('hb_set_destroy', set);
    return characters;
  }

  /** A copy of a table of the file; undefined if there is none of that name. */
  table(tag: string): Uint8Array | undefined {
    const blob = this.#harfbuzz.call('hb_face_reference_table', this.#held.face, tagOf(tag));
    const length = this.#harfbuzz.call('hb_blob_get_length', blob);
    const at = this.#harfbuzz.call('hb_blob_get_data', blob, 0);
    const bytes = length > 0 ? this.#harfbuzz.bytes.slice(at, at + length) : undefined;
    this.#harfbuzz.call('hb_blob_destroy', blob);
    return bytes;
  }

  /** The glyph of a single character; undefined if the font has none. */
  nominalGlyph(code: number): number | undefined {
    const at = this.#harfbuzz.scratch(4);
    const isFound = this.#harfbuzz.call('hb_font_get_nominal_glyph', this.#held.font, code, at) !== 0;
    return isFound ? this.#harfbuzz.words[at / 4] : undefined;
  }

  /** Whether the glyph is a mark, which is placed on another one. */
  isMark(glyph: number): boolean {
    return this.#harfbuzz.call('hb_ot_layout_get_glyph_class', this.#held.face, glyph) === MARK;
  }

  /** The glyphs of a text, or a part of it, from left to right. `isPlain` disables optional ligatures. */
  shape(text: string, piece: TextPiece | undefined, isPlain: boolean): ShapedGlyph[] {
    const { font } = this.#held;
    const harfbuzz = this.#harfbuzz;
    const { buffer, disabledFeatures } = harfbuzz;
    this.#fill(text, piece);
    harfbuzz.call('hb_shape', font, buffer, isPlain ? disabledFeatures.at : 0, isPlain ? disabledFeatures.count : 0);
    const length = harfbuzz.call('hb_buffer_get_length', buffer);
    const infos = harfbuzz.call('hb_buffer_get_glyph_infos', buffer, 0) / 4;
    const positions = harfbuzz.call('hb_buffer_get_glyph_positions', buffer, 0) / 4;
    const { words, signedWords } = harfbuzz;
    return Array.from({ length }, (_, index) => {
      const info = infos + index * GLYPH_WORDS;
      const position = positions + index * GLYPH_WORDS;
      return {
        glyph: words[info] ?? 0,
        cluster: words[info + 2] ?? 0,
        advance: signedWords[position] ?? 0,
        offsetX: signedWords[position + 2] ?? 0,
        offsetY: signedWords[position + 3] ?? 0,
      };
    });
  }

  draw(glyph: number, pen: GlyphPen): void {
    this.#harfbuzz.drawGlyph(this.#held.font, glyph, pen);
  }

  get #held(): FontMemory {
    if (!this.#memory) throw new Error('The font was freed');
    return this.#memory;
  }

  #fill(text: string, piece: TextPiece | undefined): void {
    const harfbuzz = this.#harfbuzz;
    const { buffer } = harfbuzz;
    harfbuzz.call('hb_buffer_reset', buffer);
    const at = harfbuzz.scratch(2 * text.length + 8);
    const { bytes } = harfbuzz;
    const units = new Uint16Array(bytes.buffer, bytes.byteOffset + at, text.length);
    for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
    const { from, to } = piece ?? { from: 0, to: text.length };
    harfbuzz.call('hb_buffer_add_utf16', buffer, at, text.length, from, to - from);
    if (piece) {
      harfbuzz.call('hb_buffer_set_direction', buffer, piece.isRightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
      if (piece.script) harfbuzz.call('hb_buffer_set_script', buffer, this.#scriptOf(piece.script));
    }
    harfbuzz.call('hb_buffer_guess_segment_properties', buffer);
  }

  /** HarfBuzz's tag of an ISO 15924 script. */
  #scriptOf(script: string): number {
    const at = this.#harfbuzz.scratch(script.length);
    for (let index = 0; index < script.length; index += 1) this.#harfbuzz.bytes[at + index] = script.charCodeAt(index);
    return this.#harfbuzz.call('hb_script_from_string', at, script.length);
  }
}

/** Copies a font file into the heap. The font owns the face, the face the blob, and the blob the copy. */
function loadInto(harfbuzz: HarfBuzz, bytes: Uint8Array): FontMemory {
  const at = harfbuzz.allocate(Math.max(1, bytes.length));
  harfbuzz.bytes.set(bytes, at);
  const blob = harfbuzz.call('hb_blob_create', at, bytes.length, WRITABLE, at, harfbuzz.freePointer());
  const face = harfbuzz.call('hb_face_create', blob, 0);
  harfbuzz.call('hb_blob_destroy', blob);
  return { face, font: harfbuzz.call('hb_font_create', face) };
}
