import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Label } from '#contract/api-v3/label.ts';
import { Counters } from '#controller/counters/counters.ts';
import { importSamples } from '#controller/first-start.ts';
import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { LabelVersions } from '#controller/labels/label-versions.ts';
import { Labels } from '#controller/labels/labels.ts';
import { ShiftCodes } from '#controller/shift-codes/shift-codes.ts';
import { Tables } from '#controller/tables/tables.ts';
import { Variables } from '#controller/variables/variables.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { resolveLabel } from '#rendering/label/resolve-label.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { checkDigit } from '#support/products.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** The labels of this test contain no tests. */
const NO_TESTS = { refuse: () => Promise.resolve() };

const SAMPLES = join(import.meta.dirname, '../../../../build/samples');
const fonts = await loadBundledFonts();

describe('a first start', () => {
  it('has labels, a table, variables, counters and a shift code', async () => {
    const deps = newDeps();
    await importSamples(deps, SAMPLES);
    expect({
      labels: (await deps.labels.list()).map(([name, { height }]) => [name, height]),
      tables: (await deps.tables.list()).map(([name, { columns, rowCount }]) => [name, columns, rowCount]),
      variables: (await deps.variables.list()).map(({ name }) => name),
      counters: (await deps.counters.list()).map(({ name }) => name),
      shiftCodes: await deps.shiftCodes.list(),
    }).toEqual({
      labels: [
        ['Can date code', 8],
        ['Carton date and lot', 32],
        ['Date syrup', 50],
        ['Food case', 70],
        ['Pallet QR', 66],
        ['Pallet SSCC', 70],
        ['Pharma carton', 17],
      ],
      tables: [['Products', ['GTIN', 'Name'], 12]],
      variables: ['Cases', 'Line', 'Lot'],
      counters: ['Pallet', 'Serial'],
      shiftCodes: [{ name: 'Shift', code: 'E' }],
    });
  });

  it('may be repeated after a kill', async () => {
    const deps = newDeps();
    await importSamples(deps, SAMPLES);
    const once = await deps.tables.get('Products');
    await importSamples(deps, SAMPLES);
    expect(await deps.tables.get('Products')).toEqual(once);
  });

  it('lets the operator change the lot number', async () => {
    const deps = newDeps();
    await importSamples(deps, SAMPLES);
    expect(await deps.variables.get('Lot')).toMatchObject({ description: 'Lot number', userEdit: true });
  });

  it('has products with valid GTINs', async () => {
    const deps = newDeps();
    await importSamples(deps, SAMPLES);
    const { rows } = await deps.tables.get('Products');
    const gtins = rows.map(([gtin = '']) => gtin);
    expect(gtins.map((gtin) => gtin.slice(0, 12) + checkDigit(gtin.slice(0, 12)))).toEqual(gtins);
  });

  it('has a date code of one line with the month, the day, the shift and the time', async () => {
    const deps = newDeps();
    await importSamples(deps, SAMPLES);
    const { label } = await deps.labels.get('Can date code');
    const texts = resolveLabel(label, await printValues(deps, label)).objs.map((object) => object['text']);
    expect(texts).toEqual(['BBE 11/2028  L26325E  10:30']);
  });

  it('has a label in English and Arabic, each with digits of its own', async () => {
    const deps = newDeps();
    await importSamples(deps, SAMPLES);
    const { label } = await deps.labels.get('Date syrup');
    const dates = resolveLabel(label, await printValues(deps, label)).objs.filter(({ name }) => name?.startsWith('Best before'));
    expect(dates.map((object) => object['text'])).toEqual(['21/11/2027', '٢١/١١/٢٠٢٧']);
  });

  describe.each([203, 300, 600])('at %i dpi', (dpi) => {
    it.each([
      ['Date syrup', [{ format: 'EAN13', text: '9521234512042' }]],
      ['Food case', [{ format: 'Code128', text: '(01)09521234510000(15)261221(10)L2611A' }]],
      [
        'Pallet QR',
        [
          { format: 'Code128', text: '000001' },
          { format: 'QRCode', text: 'PALLET 000001 LOT L2611A LINE 1 2026-11-21T10:30' },
        ],
      ],
      [
        'Pallet SSCC',
        [
          { format: 'Code128', text: '(02)09521234510000(37)72' },
          { format: 'Code128', text: '(00)395212340000000014' },
        ],
      ],
      ['Pharma carton', [{ format: 'DataMatrix', text: '(01)09521234543213(21)000000000001(17)281100(10)L2611A' }]],
    ])('has a label "%s" whose codes can be read', async (name, codes) => {
      const deps = newDeps();
      await importSamples(deps, SAMPLES);
      expect(await decodeCodes(await draw(deps, name, dpi))).toEqual(codes);
    });
  });

  it('names the sample that is faulty', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'tables'));
    for (const file of ['labels.json', 'variables.json']) writeFileSync(join(folder, file), '{}');
    writeFileSync(join(folder, 'counters.json'), '{ "Serial": { "step": 0 } }');
    await expect(importSamples(newDeps(), folder)).rejects.toThrow('/Serial/step: must not be 0');
  });
});

type Deps = ReturnType<typeof newDeps>;

function newDeps() {
  const db = openControllerDatabase(':memory:');
  const now = () => Date.UTC(2026, 10, 21, 9, 30);
  return {
    labels: new Labels({ db, now, versions: new LabelVersions({ db }), tests: NO_TESTS }),
    tables: new Tables({ db, now }),
    variables: new Variables({ db }),
    counters: new Counters({ db }),
    shiftCodes: new ShiftCodes({ db, now, timeZone: async () => 'Europe/Berlin' }),
  };
}

/** The picture of the label with the first row of the sample table. */
async function draw(deps: Deps, name: string, dpi: number): Promise<Uint8Array> {
  const { label } = await deps.labels.get(name);
  const compiled = compileLabel(label, { hdpi: dpi, vdpi: dpi }, fonts);
  return encodePng(printLabel(compiled, await printValues(deps, label)), { hdpi: dpi, vdpi: dpi, deflate: deflateSync });
}

async function printValues({ tables, variables, counters, shiftCodes }: Deps, label: Label): Promise<PrintValues> {
  const needs = labelNeeds(label);
  return {
    moment: { epochMs: Date.UTC(2026, 10, 21, 9, 30), timeZone: 'Europe/Berlin' },
    variables: await variables.values(needs.variables),
    counters: await counters.readings(needs.counters),
    shiftCodes: await shiftCodes.shifts(needs.shiftCodes),
    row: (await tables.getRow('Products', 0)).cells,
  };
}
