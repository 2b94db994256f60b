/** A glyph of a shaped text; lengths in font units, y up. */
export interface ShapedGlyph {
  glyph: number;
  /** Index of the character that it represents. */
  cluster: number;
  advance: number;
  offsetX: number;
  offsetY: number;
}
