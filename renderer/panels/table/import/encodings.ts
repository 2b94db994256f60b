import { Utf8Signs } from '#contract/csv/utf8-signs.ts';

/** What a text file may be written in, by the names that TextDecoder knows. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Finds the encoding by the beginning of a file, as the controller does: its mark, the zeros of UTF-16, or whether it is UTF-8, be it with faults. */
export function detectEncoding(start: Uint8Array): Encoding {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return unmarkedUtf16(start) ?? (isUtf8(start) || speaksForUtf8(start) ? 'utf-8' : 'windows-1252');
}

/** Latin text in UTF-16 has a zero in nearly every second byte; other texts have none at all. */
function unmarkedUtf16(start: Uint8Array): Encoding | undefined {
  const sample = start.subarray(0, 1_000);
  const zeros = [0, 0] as [number, number];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  const half = sample.length / 2;
  if (odd > half / 2 && even < half / 10) return 'utf-16le';
  if (even > half / 2 && odd < half / 10) return 'utf-16be';
  return undefined;
}

function speaksForUtf8(bytes: Uint8Array): boolean {
  const signs = new Utf8Signs();
  signs.add(bytes);
  return signs.speakForUtf8;
}

/** The last sequence may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
