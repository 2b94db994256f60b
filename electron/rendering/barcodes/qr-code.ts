import { countBits, writeCodewords } from './qr-code/bit-stream.ts';
import { readMessage } from './qr-code/message.ts';
import type { Message } from './qr-code/message.ts';
import { segmentsOf } from './qr-code/segments.ts';
import type { Segment, VersionGroup } from './qr-code/segments.ts';
import { drawSymbol } from './qr-code/symbol.ts';
import { VERSIONS } from './qr-code/versions.ts';
import type { EccLevel, Version } from './qr-code/versions.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { MatrixSymbol } from './encoding/symbols.ts';

/** Width of the quiet zone in modules. */
export const QR_CODE_QUIET_ZONE = 4;

/** First and last version of each group. */
const GROUPS: readonly { group: VersionGroup; first: number; last: number }[] = [
  { group: 0, first: 1, last: 9 },
  { group: 1, first: 10, last: 26 },
  { group: 2, first: 27, last: 40 },
];

/** Required size and robustness of the symbol. */
export interface QrCodeShape {
  /** Modules per side; undefined for the smallest that fits. */
  size: number | undefined;
  eccLevel: EccLevel;
}

/** Encodes any text as a QR Code; non-ASCII text is marked as UTF-8. Throws a `SymbolError`. */
export function encodeQrCode(text: string, shape: QrCodeShape): MatrixSymbol {
  if (text === '') throw new SymbolError('QRCode needs at least one character');
  return encodeMessage(readMessage(text, false), shape);
}

/** Encodes a text made by `gs1Text` as a GS1 QR Code. Throws a `SymbolError`. */
export function encodeGs1QrCode(text: string, shape: QrCodeShape): MatrixSymbol {
  return encodeMessage(readMessage(text, true), shape);
}

/** The version with that many modules per side. Throws a `SymbolError`. */
export function versionOf(size: number): Version {
  const version = VERSIONS.find((candidate) => candidate.size === size);
  if (!version) throw new SymbolError(`A QRCode has 21, 25, 29, ... 177 modules per side, not ${size}`);
  return version;
}

function encodeMessage(message: Message, { size, eccLevel }: QrCodeShape): MatrixSymbol {
  const wanted = size === undefined ? undefined : versionOf(size);
  for (const { group, first, last } of GROUPS) {
    if (wanted && (wanted.number < first || wanted.number > last)) continue;
    const segments = segmentsOf(message, group);
    const bits = countBits(message, segments, group);
    const version = bits === undefined ? undefined : smallest(wanted ? [wanted] : VERSIONS.slice(first - 1, last), eccLevel, bits);
    if (version) return drawSegments(message, { segments, group, version, eccLevel });
  }
  throw new SymbolError(
    `The data do not fit into the code: ${message.length} characters are too many for a QRCode ${limitOf(wanted)}${eccLevel}`,
  );
}

function smallest(versions: readonly Version[], level: EccLevel, bits: number): Version | undefined {
  return versions.find(({ capacities }) => capacities[level].dataCodewords * 8 >= bits);
}

function limitOf(version: Version | undefined): string {
  return version ? `of ${version.size} x ${version.size} modules with error correction ` : 'with error correction ';
}

interface Drawing {
  segments: readonly Segment[];
  group: VersionGroup;
  version: Version;
  eccLevel: EccLevel;
}

function drawSegments(message: Message, { segments, group, version, eccLevel }: Drawing): MatrixSymbol {
  const codewords = new Uint8Array(version.capacities[eccLevel].dataCodewords);
  writeCodewords(codewords, message, { segments, group });
  return drawSymbol(codewords, version, eccLevel);
}
