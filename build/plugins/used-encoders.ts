import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const BARCODES = fileURLToPath(new URL('../../electron/rendering/barcodes', import.meta.url));
const LIBRARY = /[\\/]bwip-js[\\/]dist[\\/]bwipp\.mjs$/;
/** One case of the library's table of encoders. */
const ENCODER = /^ +case "(\w+)":\n +return bwipp_\w+;\n/gm;

/** Every text in quotes in the code of the barcodes: the name of each encoder that it asks for is one of them. */
function textsOfBarcodes(): Set<string> {
  const files = globSync('**/*.ts', { cwd: BARCODES });
  const sources = files.map((file) => readFileSync(`${BARCODES}/${file}`, 'utf8'));
  return new Set(sources.flatMap((source) => [...source.matchAll(/'(\w+)'/g)].map(([, text = '']) => text)));
}

/** The library of barcodes without the encoders that no label can have. Throws when the table of encoders is not where it was. */
export function keepUsedEncoders(code: string): string {
  const texts = textsOfBarcodes();
  let removed = 0;
  const kept = code.replaceAll(ENCODER, (encoder, name: string) => {
    if (texts.has(name)) return encoder;
    removed += 1;
    return '';
  });
  if (removed === 0) throw new Error('bwip-js has no table of encoders as it is known: look at build/plugins/used-encoders.ts.');
  return kept;
}

/**
 * Leaves out the encoders of bwip-js that are not used: it looks all of its hundred up by name, so a bundler keeps every one, which is more than a
 * page needs for everything else.
 */
export const usedEncoders: Plugin = {
  name: 'strobe:used-encoders',
  transform: {
    filter: { id: LIBRARY },
    handler: (code) => ({ code: keepUsedEncoders(code), map: null }),
  },
};
