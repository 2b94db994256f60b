import { Utf8Detector } from '#contract/csv/utf8-detector.ts';

/** The supported encodings, by their TextDecoder names. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Detects the encoding from the start of a file as the controller does: by its byte order mark, by the zero bytes of UTF-16, or as UTF-8,
 * tolerating single faults.
 */
export function detectEncoding(start: Uint8Array): Encoding {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return unmarkedUtf16(start) ?? (isUtf8(start) || speaksForUtf8(start) ? 'utf-8' : 'windows-1252');
}

/** In Latin text as UTF-16, nearly every second byte is zero; other encodings have no zero bytes. */
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
  const signs = new Utf8Detector();
  signs.add(bytes);
  return signs.isUtf8;
}

/** The last sequence may be truncated. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
