/** A Reed-Solomon code over bytes, with tables for the division by its generator polynomial. */
export interface ReedSolomon {
  /** Number of check bytes. */
  degree: number;
  /** Number of words that hold the check bytes, the first byte in the most significant position. */
  words: number;
  /** For each of the 256 values of the leading byte: `words` words to XOR with the following bytes. */
  products: Int32Array;
  remainder: Int32Array;
}

/** Parameters of a code: the field polynomial, the exponent of the generator's first root, and the number of check bytes. */
export interface ReedSolomonKind {
  field: number;
  firstRoot: number;
  degree: number;
}

/** Bytes of an array: `count` of them from `start`, `step` apart. */
export interface ByteRow {
  bytes: Uint8Array;
  start: number;
  count: number;
  step: number;
}

/** Computes the tables of a code. Reuse them: this takes much longer than encoding. */
export function makeReedSolomon({ field, firstRoot, degree }: ReedSolomonKind): ReedSolomon {
  const words = Math.ceil(degree / 4);
  const products = new Int32Array(256 * words);
  const generator = generatorOf({ field, firstRoot, degree });
  for (let bit = 1; bit < 256; bit *= 2) {
    for (const [index, coefficient] of generator.entries()) {
      const at = bit * words + (index >> 2);
      products[at] = (products[at] ?? 0) | (multiply(coefficient, bit, field) << (24 - 8 * (index & 3)));
    }
    // Multiplication is linear: the product of a sum is the sum of the products.
    for (let at = words; at < bit * words; at += 1)
      products[bit * words + at] = (products[bit * words + (at % words)] ?? 0) ^ (products[at] ?? 0);
  }
  return { degree, words, products, remainder: new Int32Array(words) };
}

/** Writes the check bytes of `data` to `checks`. */
export function writeChecks(code: ReedSolomon, data: ByteRow, checks: ByteRow): void {
  const { words, products, remainder } = code;
  const last = words - 1;
  const end = data.start + data.count * data.step;
  remainder.fill(0);
  for (let at = data.start; at < end; at += data.step) {
    let row = ((data.bytes[at] ?? 0) ^ ((remainder[0] ?? 0) >>> 24)) * words;
    for (let word = 0; word < last; word += 1, row += 1) {
      remainder[word] = (((remainder[word] ?? 0) << 8) | ((remainder[word + 1] ?? 0) >>> 24)) ^ (products[row] ?? 0);
    }
    remainder[last] = ((remainder[last] ?? 0) << 8) ^ (products[row] ?? 0);
  }
  for (let index = 0; index < checks.count; index += 1) {
    checks.bytes[checks.start + index * checks.step] = (remainder[index >> 2] ?? 0) >>> (24 - 8 * (index & 3));
  }
}

/** The coefficients of the product of all (x - root) without the leading 1. */
function generatorOf({ field, firstRoot, degree }: ReedSolomonKind): number[] {
  let root = 1;
  for (let power = 0; power < firstRoot; power += 1) root = multiply(root, 2, field);
  let polynomial = [1];
  for (let index = 0; index < degree; index += 1) {
    const [factor, shifted] = [root, [...polynomial, 0]];
    polynomial = shifted.map((value, at) => value ^ multiply(polynomial[at - 1] ?? 0, factor, field));
    root = multiply(root, 2, field);
  }
  return polynomial.slice(1);
}

function multiply(a: number, b: number, field: number): number {
  let product = 0;
  for (let bit = 128; bit > 0; bit >>= 1) {
    product = (product << 1) ^ (product & 128 ? field : 0);
    if (b & bit) product ^= a;
  }
  return product;
}
