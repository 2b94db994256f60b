import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { keepUsedEncoders } from '../../../build/plugins/used-encoders.ts';

const LIBRARY = fileURLToPath(new URL('../../../node_modules/bwip-js/dist/bwipp.mjs', import.meta.url));

describe('the encoders that are built in', () => {
  it('are those that a label can have, and no other', () => {
    const kept = keepUsedEncoders(readFileSync(LIBRARY, 'utf8'));
    expect([...kept.matchAll(/^ +case "(\w+)":\n +return bwipp_\1;$/gm)].map(([, name]) => name)).toEqual([
      ...['azteccode', 'code39', 'code93ext'],
      ...['databarexpanded', 'databarexpandedstacked', 'databarlimited', 'databaromni'],
      ...['databarstacked', 'databarstackedomni', 'databartruncated'],
      ...['ean13', 'ean8', 'interleaved2of5', 'pdf417', 'upca', 'upce'],
    ]);
  });

  it('ask for a look when the library has become another', () => {
    expect(() => keepUsedEncoders('export const bwipp = {};')).toThrow('no table of encoders');
  });
});
