import { ProblemError } from '#contract/problem.ts';
import { copyFace, faceOffsets, readFrom } from '#rendering/text/font-faces.ts';
import { isSameFont, type FontName } from '#rendering/text/font-library.ts';
import { readAllFontNames } from '#rendering/text/font-names.ts';

/**
 * The font of a file that is installed: the file itself, or the font of a collection at a place or with this name. Throws `invalid-input` for
 * a collection that does not tell which font is meant, naming its fonts, and for a damaged one.
 */
export function chosenFace(bytes: Uint8Array<ArrayBuffer>, name: FontName, face?: number): Uint8Array<ArrayBuffer> {
  try {
    const read = readFrom(bytes);
    const offsets = faceOffsets(read);
    const isCollection = offsets.length > 1 || (offsets[0] ?? 0) > 0;
    if (!isCollection) return bytes;
    const offset = offsets[face ?? faceNamed(bytes, name)];
    if (offset === undefined) throw whichFont(bytes, face);
    return copyFace(read, offset, { maxBytes: bytes.length });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refusal(`The file is damaged: ${error.message}`, error);
  }
}

/** -1 if there is none. The only font of a collection needs no name. */
function faceNamed(bytes: Uint8Array, name: FontName): number {
  const names = readAllFontNames(bytes);
  return names.length === 1 ? 0 : names.findIndex((own) => own && isSameFont(own, name));
}

function whichFont(bytes: Uint8Array, face: number | undefined): ProblemError {
  const names = readAllFontNames(bytes).map((own, index) => `${index}: ${own ? `${own.family} ${own.style}`.trim() : 'without a name'}`);
  const asked = face === undefined ? 'none of them has this name' : `there is no font ${face}`;
  return refusal(`The file is a collection of fonts, and ${asked}. Choose one with the parameter face: ${names.join('; ')}`);
}

function refusal(detail: string, cause?: RangeError): ProblemError {
  return new ProblemError('invalid-input', { detail, errors: [{ pointer: '?face', detail }] }, { cause });
}
