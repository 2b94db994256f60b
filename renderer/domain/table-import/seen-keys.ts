/**
 * Records the line of each key in twelve bytes, independent of the key's length: it stores a 64-bit hash, which two different keys
 * practically never share. The keys are distributed over many small tables, so that growing one is fast.
 */
export class SeenKeys {
  readonly #shelves = Array.from({ length: SHELVES }, () => new Shelf());

  /** The line on which the same key occurred first; undefined if it is new. Lines count from 1. */
  see(key: string, line: number): number | undefined {
    let first = 0x811c9dc5;
    let second = key.length;
    for (let at = 0; at < key.length; at += 1) {
      const unit = key.charCodeAt(at);
      first = Math.imul(first ^ unit, 0x01000193);
      second = (Math.imul(second, 31) + unit) | 0;
      second = (second << 13) | (second >>> 19);
    }
    const low = mixed(first);
    const high = mixed(second ^ first);
    return this.#shelves[high & (SHELVES - 1)]?.see(low, high, line);
  }
}

const SHELVES = 256;
const FIRST_SIZE = 64;

/** An open-addressing hash table; it grows when it is half full. */
class Shelf {
  #lows = new Int32Array(FIRST_SIZE);
  #highs = new Int32Array(FIRST_SIZE);
  #lines = new Uint32Array(FIRST_SIZE);
  #count = 0;

  see(low: number, high: number, line: number): number | undefined {
    if (this.#count * 2 >= this.#lines.length) this.#grow();
    const place = this.#place(low, high);
    const first = this.#lines[place];
    if (first !== undefined && first > 0) return first;
    this.#put(place, { low, high, line });
    this.#count += 1;
    return undefined;
  }

  #put(place: number, { low, high, line }: { low: number; high: number; line: number }): void {
    this.#lows[place] = low;
    this.#highs[place] = high;
    this.#lines[place] = line;
  }

  /** The index of the number, or of the free slot where it belongs, whose line is 0. */
  #place(low: number, high: number): number {
    const mask = this.#lines.length - 1;
    let place = low & mask;
    while (this.#lines[place] !== 0 && (this.#lows[place] !== low || this.#highs[place] !== high)) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [lows, highs, lines] = [this.#lows, this.#highs, this.#lines];
    this.#lows = new Int32Array(lines.length * 2);
    this.#highs = new Int32Array(lines.length * 2);
    this.#lines = new Uint32Array(lines.length * 2);
    for (let index = 0; index < lines.length; index += 1) {
      const [low = 0, high = 0, line = 0] = [lows[index], highs[index], lines[index]];
      if (line > 0) this.#put(this.#place(low, high), { low, high, line });
    }
  }
}

/** Distributes each bit over all 32; the function is bijective. */
function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
