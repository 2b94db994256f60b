import { describe, expect, it } from 'vitest';
import { readLabelFile } from '#renderer/domain/label-document/label-file.ts';

const read = (name: string, content: string) => readLabelFile(new File([content], name));

describe('a label file', () => {
  it('can be a document, whatever its name', async () => {
    expect(await read('Case.json', '{"format": 3}')).toEqual({ name: 'Case', label: { format: 3 } });
    expect(await read('Case.txt', '{"format": 3}')).toEqual({ name: 'Case', label: { format: 3 } });
  });

  it('can be ZPL if a label starts in it, or if its command characters are changed first', async () => {
    const bytes = new TextEncoder().encode('^xa^XZ');
    expect(await read('Case.ZPL', '^xa^XZ')).toEqual({ name: 'Case', bytes });
    expect(await read('case 7.prn', '~CC!!XA!XZ')).toMatchObject({ name: 'case 7' });
  });

  it('can be nothing else', async () => {
    expect(await read('notes.txt', 'Nothing of the kind')).toBeUndefined();
    expect(await read('list.json', '[1, 2]')).toBeUndefined();
  });
});
