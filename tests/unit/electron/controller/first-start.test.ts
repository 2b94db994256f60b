import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Counters } from '#controller/counters/counters.ts';
import { fillFirstStart } from '#controller/first-start.ts';
import { loadBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { LabelVersions } from '#controller/labels/label-versions.ts';
import { Labels } from '#controller/labels/labels.ts';
import { ShiftCodes } from '#controller/shift-codes/shift-codes.ts';
import { Tables } from '#controller/tables/tables.ts';
import { Variables } from '#controller/variables/variables.ts';
import { compileLabel } from '#rendering/compile-label.ts';
import { labelNeeds } from '#rendering/label-needs.ts';
import { printLabel } from '#rendering/print-label.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { checkDigit } from '#support/products.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const SAMPLES = join(import.meta.dirname, '../../../../build/samples');
const DPI = 300;

describe('a first start', () => {
  it('has labels, a table, variables, a counter and a shift code', async () => {
    const rooms = newRooms();
    await fillFirstStart(rooms, SAMPLES);
    expect({
      labels: (await rooms.labels.list()).map(([name, { height }]) => [name, height]),
      tables: (await rooms.tables.list()).map(([name, { columns, rowCount }]) => [name, columns, rowCount]),
      variables: (await rooms.variables.list()).map(({ name }) => name),
      counters: (await rooms.counters.list()).map(({ name }) => name),
      shiftCodes: await rooms.shiftCodes.list(),
    }).toEqual({
      labels: [
        ['Carton date and lot', 32],
        ['Food case', 66],
        ['Pallet QR', 66],
      ],
      tables: [['Products', ['GTIN', 'Name'], 12]],
      variables: ['Line', 'Lot'],
      counters: ['Serial'],
      shiftCodes: [{ name: 'Shift', code: 'E' }],
    });
  });

  it('may be repeated after a kill', async () => {
    const rooms = newRooms();
    await fillFirstStart(rooms, SAMPLES);
    const once = await rooms.tables.get('Products');
    await fillFirstStart(rooms, SAMPLES);
    expect(await rooms.tables.get('Products')).toEqual(once);
  });

  it('lets the operator change the lot', async () => {
    const rooms = newRooms();
    await fillFirstStart(rooms, SAMPLES);
    expect(await rooms.variables.get('Lot')).toMatchObject({ description: 'Lot number', userEdit: true });
  });

  it('has products with right GTINs', async () => {
    const rooms = newRooms();
    await fillFirstStart(rooms, SAMPLES);
    const { rows } = await rooms.tables.get('Products');
    const gtins = rows.map(([gtin = '']) => gtin);
    expect(gtins.map((gtin) => gtin.slice(0, 12) + checkDigit(gtin.slice(0, 12)))).toEqual(gtins);
  });

  it.each([
    ['Carton date and lot', []],
    [
      'Food case',
      [
        { format: 'DataMatrix', text: '(01)09521234510000(17)261221(21)000001' },
        { format: 'EAN13', text: '9521234510000' },
      ],
    ],
    [
      'Pallet QR',
      [
        { format: 'Code128', text: '000001' },
        { format: 'QRCode', text: 'PALLET 000001 LOT L2611A LINE 1 2026-11-21T10:30' },
      ],
    ],
  ])('has a label "%s" whose codes can be read', async (name, codes) => {
    const rooms = newRooms();
    await fillFirstStart(rooms, SAMPLES);
    expect(await decodeCodes(await draw(rooms, name))).toEqual(codes);
  });

  it('names the sample that is faulty', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'tables'));
    for (const file of ['labels.json', 'variables.json']) writeFileSync(join(folder, file), '{}');
    writeFileSync(join(folder, 'counters.json'), '{ "Serial": { "step": 0 } }');
    await expect(fillFirstStart(newRooms(), folder)).rejects.toThrow('/Serial/step: must not be 0');
  });
});

type Rooms = ReturnType<typeof newRooms>;

function newRooms() {
  const db = openControllerDatabase(':memory:');
  const now = () => Date.UTC(2026, 10, 21, 9, 30);
  return {
    labels: new Labels({ db, now, versions: new LabelVersions({ db }) }),
    tables: new Tables({ db, now }),
    variables: new Variables({ db }),
    counters: new Counters({ db }),
    shiftCodes: new ShiftCodes({ db, now, timeZone: async () => 'Europe/Berlin' }),
  };
}

/** The picture of the label at 300 dpi, with the first row of the sample table. */
async function draw({ labels, tables, variables, counters }: Rooms, name: string): Promise<Uint8Array> {
  const { label } = await labels.get(name);
  const needs = labelNeeds(label);
  const bitmap = printLabel(compileLabel(label, { hdpi: DPI, vdpi: DPI }, await loadBundledFonts()), {
    moment: { epochMs: Date.UTC(2026, 10, 21, 9, 30), timeZone: 'Europe/Berlin' },
    variables: await variables.values(needs.variables),
    counters: await counters.readings(needs.counters),
    row: (await tables.getRow('Products', 0)).cells,
  });
  return encodePng(bitmap, { hdpi: DPI, vdpi: DPI, deflate: deflateSync });
}
