import { deflateSync } from 'node:zlib';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { bitmapRows, bytesPerRow } from '../bitmap-rows.ts';

/** Prefixes `g` to `z` repeat a digit 20, 40 ... 400 times, `G` to `Y` 1 to 19 times; they add up. */
const LARGEST_RUN = 400;
const RUN_STEP = 20;
const BEFORE_SMALL_RUNS = 'G'.charCodeAt(0) - 1;
const BEFORE_LARGE_RUNS = 'g'.charCodeAt(0) - 1;
/** A shorter run is as long with its prefix. */
const SHORTEST_RUN = 3;
/** Polynomial x^16 + x^12 + x^5 + 1. */
const CRC_POLYNOMIAL = 0x1021;

/** The command that draws the picture at the field's origin, ink black, in the shorter of the two compressed forms. */
export function graphicField(bitmap: Bitmap): string {
  const rows = bitmapRows(bitmap);
  const rowLength = bytesPerRow(bitmap);
  const short = compressRows(rows, rowLength);
  const zipped = zipRows(rows);
  const { length } = rows;
  return `^GFA,${length},${length},${rowLength},${zipped.length < short.length ? zipped : short}`;
}

/** Alternative compression scheme: hexadecimal digits with run lengths, and one character for the rest of a row or for a repeated row. */
export function compressRows(rows: Buffer, rowLength: number): string {
  const hex = rows.toString('hex').toUpperCase();
  const digits = 2 * rowLength;
  let text = '';
  let above: string | undefined;
  for (let start = 0; start < hex.length; start += digits) {
    const row = hex.slice(start, start + digits);
    text += row === above ? ':' : compressRow(row);
    above = row;
  }
  return text;
}

/** Z64: the base64 text of the bytes in the zlib format, and its checksum. */
export function zipRows(rows: Buffer): string {
  const text = deflateSync(rows).toString('base64');
  return `:Z64:${text}:${crc16(text).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** CRC-16/CCITT of a text of ASCII characters, with the start value 0. */
export function crc16(text: string): number {
  let crc = 0;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ CRC_POLYNOMIAL : crc << 1) & 0xffff;
  }
  return crc;
}

function compressRow(row: string): string {
  let text = '';
  for (let at = 0; at < row.length;) {
    const digit = row.charAt(at);
    let end = at + 1;
    while (end < row.length && row.charAt(end) === digit) end++;
    if (end === row.length && digit === '0') return `${text},`;
    if (end === row.length && digit === 'F') return `${text}!`;
    text += run(digit, end - at);
    at = end;
  }
  return text;
}

function run(digit: string, length: number): string {
  if (length < SHORTEST_RUN) return digit.repeat(length);
  const largest = Math.floor(length / LARGEST_RUN);
  const rest = length % LARGEST_RUN;
  const large = Math.floor(rest / RUN_STEP);
  const small = rest % RUN_STEP;
  return (
    'z'.repeat(largest) +
    (large > 0 ? String.fromCharCode(BEFORE_LARGE_RUNS + large) : '') +
    (small > 0 ? String.fromCharCode(BEFORE_SMALL_RUNS + small) : '') +
    digit
  );
}
