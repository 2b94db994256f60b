import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from '#renderer/domain/excel/read-workbook.ts';
import { writeWorkbook } from '#renderer/domain/excel/write-workbook.ts';

async function* batches(...all: string[][][]): AsyncGenerator<string[][]> {
  yield* await Promise.resolve(all);
}

async function bytesOf(name: string, ...rows: string[][]): Promise<Uint8Array> {
  const file = await writeWorkbook(name, batches(rows.slice(0, 1), rows.slice(1)));
  return new Uint8Array(await file.arrayBuffer());
}

/** A workbook with these cells, as Excel writes them. */
async function withCells(cells: string): Promise<Uint8Array> {
  const parts = unzipSync(await bytesOf('Sheet', ['x']));
  const styles =
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const relations = Buffer.from(parts['xl/_rels/workbook.xml.rels'] ?? []).toString();
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles';
  return zipSync({
    ...parts,
    'xl/styles.xml': strToU8(styles),
    'xl/_rels/workbook.xml.rels': strToU8(
      relations.replace('</Relationships>', `<Relationship Id="r2" Type="${kind}" Target="styles.xml"/></Relationships>`),
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
    ),
  });
}

describe('a table as an Excel file', () => {
  it('is read back with every cell unchanged, whatever its content', async () => {
    const rows = [
      ['Article', 'Name', ''],
      ['0040', '  <Müller & "Söhne">  ', ''],
      ['4006381333931', 'خبز 面包 🍞', 'a\nb\tc'],
      ['1e5', '_x0041_', '=1+1'],
    ];
    const sheets = await readWorkbook(await bytesOf('Products', ...rows));
    expect(sheets).toEqual([{ name: 'Products', rows: rows.map((cells, index) => ({ line: index + 1, cells })) }]);
  });

  it('can have more columns than the alphabet has letters', async () => {
    const row = Array.from({ length: 800 }, (_, column) => `c${column}`);
    expect((await readWorkbook(await bytesOf('Wide', row)))[0]?.rows[0]?.cells).toEqual(row);
  });

  it.each([
    ['a/b:c*d?e[f]g\\h', 'a b c d e f g h'],
    ["'quoted'", 'quoted'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['🍞'.repeat(20), '🍞'.repeat(15)],
    [`x${'🍞'.repeat(20)}`, `x${'🍞'.repeat(15)}`],
    ['???', 'Table'],
  ])("names the sheet of the table %j within Excel's rules", async (name, sheet) => {
    expect((await readWorkbook(await bytesOf(name, ['A'])))[0]?.name).toBe(sheet);
  });

  it.each([
    ['characters', [['x'.repeat(32_768)]]],
    ['columns', [Array.from({ length: 16_385 }, () => '')]],
  ])('is rejected if it exceeds the limits of a worksheet: %s', async (kind, rows) => {
    await expect(writeWorkbook('Table', batches(rows))).rejects.toMatchObject({ kind });
  });

  it('is rejected if it has more rows than a worksheet', async () => {
    const rows = Array.from({ length: 1_048_577 }, () => []);
    await expect(writeWorkbook('Table', batches(rows))).rejects.toMatchObject({ kind: 'rows' });
  });
});

describe('a cell of an Excel file', () => {
  it.each([
    ['<c r="A1"><v>42</v></c>', '42'],
    ['<c r="A1"><v>0.30000000000000004</v></c>', '0.3'],
    ['<c r="A1"><v>4.0063813339310003E+12</v></c>', '4006381333931'],
    ['<c r="A1"><v>1E-7</v></c>', '0.0000001'],
    ['<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['<c r="A1" s="1"><v>46348</v></c>', '2026-11-22'],
    ['<c r="A1" s="1"><v>46348.25</v></c>', '2026-11-22 06:00:00'],
    ['<c r="A1" s="1"><v>0.5</v></c>', '12:00:00'],
    ['<c r="A1" t="str"><f>A2</f><v>text</v></c>', 'text'],
  ])('%s becomes the text %j', async (cell, text) => {
    expect((await readWorkbook(await withCells(cell)))[0]?.rows).toEqual([{ line: 1, cells: [text] }]);
  });

  it.each([
    ['<c r="A1"><v>1.2345678901234501E+17</v></c>', 'excelDigits'],
    ['<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', 'excelError'],
  ])('%s is a fault, reported with its cell', async (cell, kind) => {
    expect((await readWorkbook(await withCells(cell)))[0]?.rows[0]?.faults).toEqual([{ cell: 1, kind }]);
  });
});

describe('a file that is not a workbook', () => {
  it.each([
    ['a text file', strToU8('A,B\n1,2'), 'excelBroken'],
    ['a file that is cut', async () => (await bytesOf('Products', ['A'])).slice(0, 300), 'excelBroken'],
    ['an archive of something else', zipSync({ 'readme.txt': strToU8('hello') }), 'excelBroken'],
    ['a locked workbook, or one of the kind before .xlsx', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 'excelOld'],
  ])('is rejected with the reason: %s', async (_, bytes, kind) => {
    await expect(readWorkbook(typeof bytes === 'function' ? await bytes() : bytes)).rejects.toMatchObject({ kind });
  });
});
