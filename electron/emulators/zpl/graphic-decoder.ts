import { inflateSync } from 'node:zlib';

/** A picture as the printer draws it: whole bytes per row, the leftmost dot in the highest bit, 1 = black. */
export interface Graphic {
  bytes: Uint8Array;
  bytesPerRow: number;
}

/** The largest picture in bytes: the memory of a small printer. */
const MAX_BYTES = 16_000_000;
const HEX_DIGIT = /[0-9A-Fa-f]/;

/** Decodes what follows `^GF`: plain or compressed hexadecimal digits, base64 (`B64`), or compressed base64 (`Z64`). Throws for anything else. */
export function decodeGraphic(parameters: string): Graphic {
  const parts = /^A,(\d+),(\d+),(\d+),([^]*)$/.exec(parameters);
  if (!parts) throw new Error('^GF has other parameters than A,<number>,<number>,<number>,<data>');
  const [total, bytesPerRow] = [Number(parts[2]), Number(parts[3])];
  const data = (parts[4] ?? '').replace(/[\r\n\t ]/g, '');
  if (bytesPerRow === 0 || total > MAX_BYTES || total % bytesPerRow !== 0)
    throw new Error(`^GF of ${total} bytes with ${bytesPerRow} per row`);
  const bytes =
    data.startsWith(':') && data[1] !== undefined && 'BZ'.includes(data[1]) ? decodeBase64(data, total) : decodeHex(data, bytesPerRow);
  if (bytes.length !== total) throw new Error(`^GF has ${bytes.length} bytes instead of ${total}`);
  return { bytes, bytesPerRow };
}

function decodeBase64(data: string, total: number): Uint8Array {
  const parts = /^:([BZ])64:([A-Za-z0-9+/=]*):([0-9A-Fa-f]{4})$/.exec(data);
  if (!parts) throw new Error('^GF has no valid B64 or Z64 data');
  const [, kind, text = '', checksum = ''] = parts;
  if (checksumOf(text) !== Number.parseInt(checksum, 16)) throw new Error('the checksum of ^GF is wrong');
  const bytes = Buffer.from(text, 'base64');
  return kind === 'B' ? bytes : inflateSync(bytes, { maxOutputLength: Math.max(1, total) });
}

/** CRC-16 with the generator 1021h, a table of remainders by byte. */
const REMAINDERS = Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8;
  for (let step = 0; step < 8; step++) remainder = remainder >= 0x8000 ? ((remainder - 0x8000) << 1) ^ 0x1021 : remainder << 1;
  return remainder;
});

function checksumOf(text: string): number {
  return Buffer.from(text, 'latin1').reduce((sum, byte) => ((sum & 0xff) << 8) ^ (REMAINDERS[(sum >> 8) ^ byte] ?? 0), 0);
}

/** Digits with repeat counts; `,` fills the row with white, `!` with black, `:` repeats the row above. */
function decodeHex(data: string, bytesPerRow: number): Uint8Array {
  const width = 2 * bytesPerRow;
  const rows: string[] = [];
  let row = '';
  let repeats = 0;
  const end = (fill: string) => {
    rows.push(row.padEnd(width, fill));
    row = '';
  };
  for (const character of data) {
    const count = repeatCount(character);
    if (count > 0) repeats += count;
    else if (HEX_DIGIT.test(character)) {
      row += character.repeat(Math.max(1, repeats));
      repeats = 0;
      if (row.length === width) end('');
    } else if (character === ':') rows.push(rows.at(-1) ?? '0'.repeat(width));
    else end(filling(character));
    if (row.length > width || rows.length * bytesPerRow > MAX_BYTES) throw new Error('^GF has a row that is too long, or too many rows');
  }
  if (row !== '') end('0');
  return Buffer.from(rows.join(''), 'hex');
}

/** `G` to `Y`: 1 to 19 times, `g` to `z`: 20, 40 ... 400 times; 0 for any other character. */
function repeatCount(character: string): number {
  if (character >= 'G' && character <= 'Y') return character.charCodeAt(0) - 'F'.charCodeAt(0);
  return character >= 'g' && character <= 'z' ? 20 * (character.charCodeAt(0) - 'f'.charCodeAt(0)) : 0;
}

function filling(character: string): string {
  if (character === ',') return '0';
  if (character === '!') return 'F';
  throw new Error(`^GF has the character ${JSON.stringify(character)}`);
}
