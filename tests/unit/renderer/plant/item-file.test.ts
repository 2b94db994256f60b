import { describe, expect, it } from 'vitest';
import { toProblem } from '#renderer/domain/problems/to-problem.ts';
import { fileOfVersion, itemContent, nameOfFile } from '#renderer/plant/library/item-file.ts';

const file = (name: string, text: string): File => new File([text], name);

describe('the file of an item', () => {
  it('is sent as it is, with the media type of its kind', async () => {
    const label = await itemContent('label', file('Case.json', '{ "width": 80 }'));
    const font = await itemContent('font', file('Sans.ttf', 'bytes'));
    expect([label.type, await label.text(), font.type, await font.text()]).toEqual([
      ...['application/json', '{ "width": 80 }', 'application/octet-stream', 'bytes'],
    ]);
  });

  it('of a table can be CSV, whose first row names the columns', async () => {
    const table = await itemContent('table', file('Products.csv', 'gtin;name\r\n0123;"Tea; green"\r\n'));
    expect([table.type, JSON.parse(await table.text())]).toEqual([
      'application/json',
      { columns: ['gtin', 'name'], rows: [['0123', 'Tea; green']] },
    ]);
    expect(await (await itemContent('table', file('Products.JSON', '{}'))).text()).toBe('{}');
  });

  it('is refused with its line if it is no CSV', async () => {
    const failure = itemContent('table', file('Products.csv', 'a,b\n"open,1')).catch((error: unknown) => toProblem(error));
    expect(await failure).toMatchObject({ status: 400, detail: 'The file cannot be read as CSV from line 2 on.' });
  });

  it('suggests a name, and has one that every system can store', () => {
    expect([nameOfFile('Food case.v2.json'), nameOfFile('Case')]).toEqual(['Food case.v2', 'Case']);
    expect(fileOfVersion({ kind: 'font', name: 'Noto Sans/Bold' }, 2)).toBe('Noto Sans_Bold-2.ttf');
  });
});
