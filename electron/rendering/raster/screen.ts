/** A halftone pattern that repeats every eight dots across and down, as bitmap words: bit 31 is the leftmost dot. */
export interface Screen {
  readonly rows: Uint32Array<ArrayBuffer>;
}

/** Side of the pattern in dots; a divisor of the word size. */
export const SCREEN_SIDE = 8;
/** Number of tints of a screen. */
export const SCREEN_LEVELS = SCREEN_SIDE * SCREEN_SIDE;

/** Offset of a screen. Inks with different origins print next to each other in light tints instead of on top of each other. */
export interface ScreenOrigin {
  x: number;
  y: number;
}

/** The level, 0 to 63, above which a dot of the bitmap is set; distributed so that any tint looks even. */
export function screenThreshold({ x, y }: ScreenOrigin, column: number, row: number): number {
  return spread((column + x) & 7, (row + y) & 7);
}

/** The pattern that covers `level` of 64 dots. */
export function makeScreen(origin: ScreenOrigin, level: number): Screen {
  const rows = Uint32Array.from({ length: SCREEN_SIDE }, (_, row) => {
    let byte = 0;
    for (let column = 0; column < SCREEN_SIDE; column += 1) {
      if (screenThreshold(origin, column, row) < level) byte |= 0x80 >>> column;
    }
    return byte * 0x01010101;
  });
  return { rows };
}

/** Bayer order: interleaved bits of x ^ y and y, least significant first. */
function spread(x: number, y: number): number {
  let threshold = 0;
  for (let bit = 0; bit < 3; bit += 1) threshold = (threshold << 2) | ((((x ^ y) >>> bit) & 1) << 1) | ((y >>> bit) & 1);
  return threshold;
}
