/** A glyph of a shaped text; lengths in font units, y up. */
export interface ShapedGlyph {
  glyph: number;
  /** Index of the character it stands for. */
  cluster: number;
  advance: number;
  offsetX: number;
  offsetY: number;
}
