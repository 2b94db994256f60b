import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startController, type ControllerProcess } from '#support/controller-process.ts';

/** A table in CSV is read in the charset that is declared, or refused: never in another one. */

let controller: ControllerProcess;
beforeAll(async () => {
  controller = await startController({ flags: ['--empty', '--virtual-printers', '1'] });
});
afterAll(async () => {
  await controller.stop();
});

const path = '/api/v3/tables/Charsets';

async function put(type: string, body: BodyInit): Promise<{ status: number; detail: string | undefined }> {
  const answer = await fetch(controller.url + path, { method: 'PUT', headers: { 'content-type': type }, body });
  const text = await answer.text();
  return { status: answer.status, detail: text === '' ? undefined : (JSON.parse(text) as { detail: string }).detail };
}

/** Products whose names are beyond ASCII, in UTF-8, with one byte of Latin-1 at the end of a row. */
function spoiltProducts(row: number, times = 1): Uint8Array<ArrayBuffer> {
  const all = ['Number,Name', ...Array.from({ length: times * 5_000 }, (_, index) => `${index},Purée à la tomate ${index}`)];
  const bytes = all.map((line, index) => Buffer.concat([Buffer.from(line), Buffer.from(index === row ? [0xe9, 10] : [10])]));
  return new Uint8Array(Buffer.concat(bytes));
}

describe('a table in CSV', () => {
  it.each(['text/csv; charset=utf-8', 'text/csv;charset="UTF-8"', 'text/csv'])(
    'of the type %s is refused at its wrong byte',
    async (type) => {
      for (const row of [100, 4_000]) {
        const { status, detail } = await put(type, spoiltProducts(row));
        expect([status, detail]).toEqual([422, expect.stringContaining(`Line ${row + 1}: is not text in UTF-8`)]);
      }
    },
  );

  it('of many rows is refused at its wrong byte', async () => {
    const { status, detail } = await put('text/csv; charset=utf-8', spoiltProducts(100, 4));
    expect([status, detail]).toEqual([422, 'Line 101: is not text in UTF-8, which the request declares.']);
  });

  it('in windows-1251 is stored as such, short and long', async () => {
    for (const times of [1, 100_000]) {
      const file = Buffer.concat([Buffer.from('A\n'), Buffer.alloc(times * 4, Buffer.from([0xd7, 0xe0, 0xe9, 10]))]);
      expect((await put('text/csv; charset=windows-1251', new Uint8Array(file))).status).toBeLessThan(300);
      const rows = await (await fetch(`${controller.url}${path}/rows?offset=${times - 1}`)).json();
      expect(rows).toMatchObject({ total: times, rows: [{ cells: ['Чай'] }] });
    }
  });

  it.each(['klingon', 'utf-7', 'iso-2022-kr', ''])('in the charset "%s" is refused by its name', async (charset) => {
    const { status, detail } = await put(`text/csv; charset=${charset}`, 'A\n1\n');
    expect([status, detail]).toEqual([415, `The charset "${charset}" is not supported.`]);
  });
});
