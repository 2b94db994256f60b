import { readFontNames, type FontNames } from '#rendering/text/font-names.ts';

/** The terms under which a font may be used. */
export type FontTerms = Pick<FontNames, 'licence' | 'licenceUrl' | 'copyright'>;

/** Font files are not modified in memory: each is read once. */
const known = new WeakMap<Uint8Array, FontTerms>();

/** The terms that a font file states. */
export function termsOf(bytes: Uint8Array): FontTerms {
  const found = known.get(bytes) ?? readTerms(bytes);
  known.set(bytes, found);
  return found;
}

function readTerms(bytes: Uint8Array): FontTerms {
  const { licence, licenceUrl, copyright } = readFontNames(bytes) ?? {};
  return {
    ...(licence !== undefined && { licence }),
    ...(licenceUrl !== undefined && { licenceUrl }),
    ...(copyright !== undefined && { copyright }),
  };
}
