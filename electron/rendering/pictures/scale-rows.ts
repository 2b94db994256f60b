/** Values from 0 to 1 in rows, such as the brightness of pixels. */
export interface Shades {
  width: number;
  height: number;
  /** Writes the values of a row to `into`. */
  read: (row: number, into: Float64Array) => void;
}

/**
 * Scales shades, row by row from the top: every value is the mean of the area that its dot covers, so that details are averaged rather than
 * lost and whole multiples are exact. The returned array is reused.
 */
export function* scaleRows(source: Shades, width: number, height: number): Generator<Float64Array> {
  const rows = new SourceRows(source, width);
  const scaled = new Float64Array(width);
  const pitch = source.height / height;
  for (let y = 0; y < height; y += 1) {
    const top = y * pitch;
    const bottom = Math.min(source.height, (y + 1) * pitch);
    scaled.fill(0);
    for (let row = Math.floor(top); row < bottom; row += 1) {
      const share = (Math.min(bottom, row + 1) - Math.max(top, row)) / (bottom - top);
      if (share > 0) addRow(scaled, rows.row(row), share);
    }
    yield scaled;
  }
}

function addRow(sum: Float64Array, row: Float64Array, share: number): void {
  for (let x = 0; x < sum.length; x += 1) sum[x] = (sum[x] ?? 0) + (row[x] ?? 0) * share;
}

/** The source's rows at the new width; caches the last one, because two rows of dots may share it. */
class SourceRows {
  readonly #source: Shades;
  readonly #values: Float64Array;
  /** Prefix sums of a row. */
  readonly #sums: Float64Array;
  readonly #scaled: Float64Array;
  #row = -1;

  constructor(source: Shades, width: number) {
    this.#source = source;
    this.#values = new Float64Array(source.width);
    this.#sums = new Float64Array(source.width + 1);
    this.#scaled = new Float64Array(width);
  }

  row(row: number): Float64Array {
    if (row === this.#row) return this.#scaled;
    this.#row = row;
    this.#source.read(row, this.#values);
    for (let x = 0; x < this.#values.length; x += 1) this.#sums[x + 1] = (this.#sums[x] ?? 0) + (this.#values[x] ?? 0);
    const pitch = this.#source.width / this.#scaled.length;
    let before = 0;
    for (let x = 0; x < this.#scaled.length; x += 1) {
      const after = this.#sumBefore((x + 1) * pitch);
      this.#scaled[x] = (after - before) / pitch;
      before = after;
    }
    return this.#scaled;
  }

  #sumBefore(place: number): number {
    const x = Math.min(this.#values.length, Math.floor(place));
    return (this.#sums[x] ?? 0) + (place - x) * (this.#values[x] ?? 0);
  }
}
