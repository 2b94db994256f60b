import { describe, expect, it } from 'vitest';
import { exchangeFile, exchangeFileName, LARGEST_FILE, readExchangeFile } from '#renderer/panels/import-export/exchange-file.ts';

const read = (content: BlobPart) => readExchangeFile(new File([content], 'variables.json'));

describe('an export file', () => {
  it('is read as it was written, in the order of any names', async () => {
    const file = exchangeFile([
      ['Lot', { value: 'A1' }],
      ['__proto__', { value: 'B' }],
      ['Batch', { value: 'ü' }],
    ]);
    const { content } = await read(file);
    expect(Object.entries(content ?? {})).toEqual([
      ['Batch', { value: 'ü' }],
      ['Lot', { value: 'A1' }],
      ['__proto__', { value: 'B' }],
    ]);
  });

  it('is named after its content, its controller, and the date there', () => {
    const at = Date.parse('2026-11-21T23:30:00Z');
    expect(exchangeFileName({ things: 'variables', controller: 'Hall 1/2' }, at, 'Europe/Zurich')).toBe(
      'variables Hall 1_2 2026-11-22.json',
    );
  });

  it.each([
    ['nothing', '', { kind: 'json', json: 'empty', line: 1, column: 1 }],
    ['half a document', '{\n  "Lot": {', { kind: 'json', json: 'expectedName', line: 2, column: 11 }],
    ['a name twice', '{\n"Lot": {},\n"Lot": {}\n}', { kind: 'json', json: 'duplicateName', line: 3, column: 1 }],
    ['a list', '[]', { kind: 'notDictionary' }],
    ['no things', '{}', { kind: 'empty' }],
    ['letters of another encoding', new Uint8Array([0x7b, 0xfc, 0x7d]), { kind: 'notText' }],
    ['more than is read', ' '.repeat(LARGEST_FILE + 1), { kind: 'tooLarge' }],
  ])('that holds %s is rejected with the reason', async (_, content, fault) => {
    expect(await read(content)).toEqual({ content: undefined, fault });
  });
});
