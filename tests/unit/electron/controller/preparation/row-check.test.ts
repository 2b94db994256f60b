import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const CODE = { type: 'EAN-13', x: 1, y: 1, text: '{TABLE;Code}' };
const GOOD = '9521234500025';

describe('the rows of a selection', () => {
  let rig: PrintingRig;
  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.select({ labelData: textLabel('before') });
  });
  afterEach(() => rig.close());

  const selected = async () => (await rig.controller.printing.status('Line 1')).job?.label;

  async function selectCodes(codes: string[], label: object): Promise<unknown> {
    await rig.controller.tables.put('Codes', { columns: ['Code', 'Other'], rows: codes.map((code) => [code, 'x']) });
    await rig.controller.labels.put('Code', labelSchema.parse({ format: 3, width: 60, height: 30, ...label }));
    return rig.select({ labelName: 'Code', tableName: 'Codes' });
  }

  it('E19 are all checked before anything changes, and a fault names its row', async () => {
    const codes = Array.from({ length: 600 }, (_, row) => (row === 411 ? '9521234500024' : GOOD));
    await expect(selectCodes(codes, { objs: [CODE] })).rejects.toMatchObject({
      slug: 'cannot-render',
      message: expect.stringMatching(
        /^In row 411 \(counted from 0; row 412 on the page\) of the table "Codes": EAN-13 \(\/objs\/0\): /,
      ) as string,
    });
    expect(await selected()).toBe('');
  });

  it('E19 are refused where one makes the label too high for the printer', async () => {
    const text = { type: 'Text', x: 0, y: 0, text: '{TABLE;Code}', width: 5, font: { family: 'Arimo', height: 8 } };
    const tall = 'word '.repeat(20);
    await expect(selectCodes(['a', tall, 'b'], { height: 0, objs: [text] })).rejects.toMatchObject({
      slug: 'cannot-render',
      message: expect.stringMatching(
        /^In row 1 \(counted from 0; row 2 on the page\) of the table "Codes": The label is [\d.]+ mm high, but "Line 1" prints 70 mm at most\.$/,
      ) as string,
    });
  });

  it('can be thousands', async () => {
    await selectCodes(
      Array.from({ length: 3_000 }, () => GOOD),
      { objs: [CODE] },
    );
    expect(await selected()).toBe('Code');
  });

  it('do not stop printing while they are checked', async () => {
    const selection = selectCodes(
      Array.from({ length: 3_000 }, () => GOOD),
      { objs: [CODE] },
    );
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
    await selection;
    expect((await rig.prints()).map(({ label }) => label)).toEqual(['']);
  });

  it('are dropped when the printer is deselected meanwhile', async () => {
    await rig.controller.labels.put('Plain', textLabel('plain'));
    const selection = rig.select({ labelName: 'Plain' });
    const deselection = rig.select({});
    await expect(selection).rejects.toMatchObject({ slug: 'queue-changed' });
    await deselection;
    expect(await selected()).toBeUndefined();
  });

  it('D15 are dropped when printing is aborted meanwhile', async () => {
    await rig.controller.labels.put('Plain', textLabel('plain'));
    const selection = rig.select({ labelName: 'Plain' });
    const abort = rig.controller.printing.abort('Line 1');
    await expect(selection).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    await abort;
    expect(await selected()).toBeUndefined();
  });
});
