import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { LabelComparison } from '#contract/api-v3/label-acceptance.ts';
import type { ControllerOptions } from '#controller/controller-options.ts';
import { DrawingPool, type DrawingOrder } from '#controller/drawing/drawing-pool.ts';
import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { fontUpload } from '#controller/fonts/fonts.ts';
import { sharedDrawing } from '#support/drawing.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

let plant: PrintingRig;
beforeEach(async () => {
  plant = await PrintingRig.build(programOf('0.1.0'));
});
afterEach(async () => {
  await plant.controller.stop();
  await plant.close();
});

type Draw = (order: Omit<DrawingOrder, 'isPrint'>) => Omit<DrawingOrder, 'isPrint'> | Promise<never>;

/** Records and draws orders. */
class OtherDrawing extends DrawingPool {
  readonly names: string[] = [];
  readonly #change: Draw;

  constructor(change: Draw) {
    super();
    this.#change = change;
  }

  override async drawAsPng(order: Omit<DrawingOrder, 'isPrint'>) {
    this.names.push(/"text":"(\w+)/.exec(order.text)?.[1] ?? '');
    return sharedDrawing.drawAsPng(await this.#change(order));
  }
}

/** A program version that draws texts with this word differently. */
function drawsOtherwise(word: string): OtherDrawing {
  return new OtherDrawing((order) => (order.text.includes(word) ? { ...order, hash: `${order.hash} *`, text: moved(order.text) } : order));
}

function moved(text: string): string {
  return text.replace('"x":5', '"x":6');
}

function programOf(version: string, drawing: DrawingPool = sharedDrawing): Partial<ControllerOptions> {
  return { version, drawingVersion: () => Promise.resolve(`drawing of ${version}`), drawing };
}

async function put(name: string, text: string): Promise<void> {
  await plant.controller.labels.put(name, textLabel(text));
  await proved();
}

async function proved(): Promise<void> {
  plant.controller.labelAcceptance.wake();
  await plant.controller.labelAcceptance.idle();
}

async function update(version: string, drawing?: DrawingPool): Promise<void> {
  await plant.controller.stop();
  await plant.restart(programOf(version, drawing));
  await plant.controller.labelAcceptance.idle();
}

const read = (isOpenOnly = false) => plant.controller.labelAcceptance.read({ isOpenOnly });
const outcomes = async () => (await read()).comparisons.map(({ labelName, outcome }) => [labelName, outcome]);
const accepting = ({ labelName, moment }: Pick<LabelComparison, 'labelName' | 'moment'>, by = 'Ada') =>
  plant.controller.labelAcceptance.accept({ comparisons: [{ labelName, moment }] }, by);

describe('after an update', () => {
  it('a label that is drawn during a read is waiting or listed, and never missing in both', async () => {
    await put('A', 'Text of A');
    await plant.controller.stop();
    let asked = 0;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    // The first question is that of the drawing, the second that of the read: while it is answered, the label is drawn.
    const drawingVersion = async (): Promise<string> => {
      asked += 1;
      if (asked === 1) await begun;
      else {
        begin();
        await plant.controller.labelAcceptance.idle();
      }
      return 'drawing of 0.2.0';
    };
    await plant.restart({ ...programOf('0.2.0', drawsOtherwise('of A')), drawingVersion });
    const { waiting, open } = await read();
    expect(waiting + open).toBe(1);
  });

  it('every label is drawn again, and exactly those that are drawn differently are listed', async () => {
    for (const name of ['A', 'B', 'C']) await put(name, `Text of ${name}`);
    expect(await read()).toEqual({ version: '0.1.0', waiting: 0, drawn: 0, open: 0, comparisons: [] });
    await update('0.2.0', drawsOtherwise('of B'));
    expect(await outcomes()).toEqual([
      ['A', 'same'],
      ['B', 'changed'],
      ['C', 'same'],
    ]);
    expect(await read(true)).toMatchObject({
      ...{ version: '0.2.0', waiting: 0, drawn: 3, open: 1 },
      comparisons: [{ labelName: 'B', revision: 1, isChanged: true, isFontReplaced: false, versionBefore: '0.1.0', version: '0.2.0' }],
    });
    const { before, after } = await plant.controller.labelAcceptance.pictures('B');
    expect(before).not.toEqual(after);
    expect((await plant.controller.labelAcceptance.pictures('A')).before).toEqual(
      (await plant.controller.labelAcceptance.pictures('A')).after,
    );
  });

  it('a start of the same program draws nothing', async () => {
    await put('A', 'Text');
    const drawing = drawsOtherwise('Text');
    await update('0.1.0', drawing);
    expect([drawing.names, await outcomes()]).toEqual([[], []]);
  });

  it('the label is drawn with the same values, dates and rows as before', async () => {
    await plant.controller.variables.put('V', { value: 'one', description: '', userEdit: false, pinned: false });
    await plant.putCounter('N', 5);
    await plant.controller.tables.put('T', { columns: ['X', 'Y'], rows: [['left', 'right']] });
    await put('A', '{VARIABLE;V}{COUNTER;N}{TABLE;Y}{DAYOFMONTH}.{MONTH}');
    await plant.controller.variables.put('V', { value: 'two', description: '', userEdit: false, pinned: false });
    await plant.putCounter('N', 6);
    await plant.controller.tables.put('T', { columns: ['X', 'Y'], rows: [['left', 'wrong']] });
    plant.clock.set(Date.parse('2027-02-02T00:00:00Z'));
    await update('0.2.0');
    expect(await outcomes()).toEqual([['A', 'same']]);
  });

  it('samples replace missing values, so that such labels are compared too', async () => {
    await put('A', '{VARIABLE;V}{COUNTER;N}{TABLE;Y}');
    await update('0.2.0', drawsOtherwise('VARIABLE'));
    expect(await outcomes()).toEqual([['A', 'changed']]);
  });

  it('a label that can no longer be drawn has a reason and its earlier picture', async () => {
    await put('A', 'Text');
    await update('0.2.0', new OtherDrawing((order) => ({ ...order, hash: 'other', text: order.text.replace('Arimo', 'Nowhere') })));
    expect((await read()).comparisons).toMatchObject([
      { outcome: 'not-drawn', isChanged: true, detail: expect.stringContaining('Nowhere') as string },
    ]);
    expect(await plant.controller.labelAcceptance.pictures('A')).toMatchObject({
      before: expect.any(Uint8Array) as Uint8Array,
      after: null,
    });
  });

  it('a label that could never be drawn is not listed, and is drawn with other samples later', async () => {
    const ean = { type: 'EAN-13', x: 5, y: 1, barHeight: 5, text: '{TABLE;GTIN}' };
    await plant.controller.labels.put('A', labelSchema.parse({ format: 3, width: 50, height: 20, objs: [ean] }));
    await proved();
    await plant.controller.tables.put('T', { columns: ['GTIN'], rows: [['4006381333931']] });
    await update('0.2.0');
    expect(await read()).toMatchObject({ drawn: 0, waiting: 0 });
    await update('0.3.0', new OtherDrawing((order) => ({ ...order, hash: 'other', text: moved(order.text) })));
    expect(await outcomes()).toEqual([['A', 'changed']]);
  });

  it('the tests of every label run, and one that fails is listed with what it shows', async () => {
    const labelTests = [{ at: '2026-11-30T12:00:00Z', expect: { '/objs/1': 'Lot one' } }];
    await plant.controller.variables.put('V', { value: 'one', description: '', userEdit: false, pinned: false });
    await plant.controller.labels.put('A', textLabel('Lot {VARIABLE;V}', { labelTests }));
    await proved();
    await plant.controller.variables.put('V', { value: 'two', description: '', userEdit: false, pinned: false });
    await update('0.2.0');
    expect((await read()).comparisons).toMatchObject([
      { outcome: 'test-failed', isChanged: false, detail: expect.stringContaining('shows "Lot two"') as string },
    ]);
  });
});

describe('a difference that is not accepted', () => {
  beforeEach(async () => {
    await put('A', 'Text');
    await update('0.2.0', drawsOtherwise('Text'));
  });

  it('stays open over the next update, compared with the last accepted drawing', async () => {
    await update('0.3.0', drawsOtherwise('Text'));
    expect((await read(true)).comparisons).toMatchObject([{ outcome: 'changed', versionBefore: '0.1.0', version: '0.3.0' }]);
  });

  it('is closed by an update that draws the label as before', async () => {
    await update('0.3.0');
    expect(await outcomes()).toEqual([['A', 'same']]);
  });

  it('moves with a renamed label', async () => {
    await plant.controller.renaming.rename('labels', { name: 'A', to: 'Z' });
    await proved();
    expect((await read()).comparisons).toMatchObject([{ labelName: 'Z', outcome: 'changed', versionBefore: '0.1.0' }]);
  });

  it('is closed when the label is changed', async () => {
    await put('A', 'Other words');
    expect(await read()).toMatchObject({ waiting: 0, drawn: 0, open: 0 });
  });

  it('is not accepted for an outdated drawing, nor for an unknown label', async () => {
    const [comparison] = (await read()).comparisons;
    await expect(accepting({ labelName: 'A', moment: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await expect(accepting({ labelName: 'B', moment: comparison!.moment })).rejects.toMatchObject({ slug: 'not-found' });
    expect(await read()).toMatchObject({ open: 1 });
  });
});

describe('an accepted difference', () => {
  beforeEach(async () => {
    await put('A', 'Text');
    await update('0.2.0', drawsOtherwise('Text'));
    await accepting((await read()).comparisons[0]!);
  });
  const accepted = { moment: expect.stringMatching(/Z$/u) as string, by: 'Ada' };

  it('stays accepted over a restart, by the first person', async () => {
    await accepting((await read()).comparisons[0]!, 'Bob');
    await update('0.2.0', drawsOtherwise('Text'));
    expect(await read()).toMatchObject({ open: 0, comparisons: [{ outcome: 'changed', accepted }] });
  });

  it('is compared by the next update', async () => {
    await update('0.3.0', drawsOtherwise('Text'));
    expect((await read()).comparisons).toMatchObject([{ outcome: 'same', versionBefore: '0.2.0', accepted: null }]);
  });
});

it('a killed run continues without repeating stored drawings', async () => {
  const names = Array.from({ length: 20 }, (_, place) => `L${String(place).padStart(2, '0')}`);
  for (const name of names) await plant.controller.labels.put(name, textLabel(name));
  await proved();
  await plant.controller.stop();
  const held = Promise.withResolvers<never>();
  const first = new OtherDrawing((order) => (order.text.includes('L18') ? held.promise : order));
  await plant.restart(programOf('0.2.0', first));
  await untilHolds(() => expect(first.names).toContain('L18'));
  expect(await read()).toMatchObject({ drawn: 16, waiting: 4 });
  const second = drawsOtherwise('L19');
  await plant.restart(programOf('0.2.0', second));
  await plant.controller.labelAcceptance.idle();
  expect(second.names).toEqual(names.slice(16));
  expect(await read(true)).toMatchObject({ drawn: 20, waiting: 0, open: 1, comparisons: [{ labelName: 'L19' }] });
  held.reject(new Error('It was killed.'));
});

it('a replaced font is not listed as a difference, and an update notes it', async () => {
  const [regular, bold] = await readBundledFonts();
  const font = { family: 'House', style: '' };
  const objs = [{ type: 'Text', x: 1, y: 1, text: 'Text', font: { family: 'House', height: 3 } }];
  await plant.controller.fonts.put(font, await fontUpload(regular!.bytes));
  await plant.controller.labels.put('A', labelSchema.parse({ format: 3, width: 20, height: 10, objs }));
  await put('B', 'Text');
  await plant.controller.fonts.put(font, await fontUpload(bold!.bytes));
  await proved();
  expect(await read()).toMatchObject({ drawn: 0, waiting: 0 });
  await update('0.2.0');
  expect(await outcomes()).toEqual([
    ['A', 'same'],
    ['B', 'same'],
  ]);
  await plant.controller.fonts.put(font, await fontUpload(regular!.bytes));
  await update('0.3.0');
  expect((await read()).comparisons).toMatchObject([
    { labelName: 'A', outcome: 'changed', isFontReplaced: true },
    { labelName: 'B', outcome: 'same', isFontReplaced: false },
  ]);
});

it('in safe mode nothing is drawn, and stored results can be read', async () => {
  await put('A', 'Text');
  await plant.controller.stop();
  await plant.restart({ ...programOf('0.2.0'), isSafeMode: true });
  await proved();
  expect(await read()).toMatchObject({ version: '0.2.0', waiting: 1, drawn: 0 });
});

it('a result that cannot be stored is retried a minute later', async () => {
  await put('A', 'Text');
  await plant.controller.stop();
  const drawingVersion = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('torn')).mockResolvedValue('other');
  await plant.restart({ version: '0.2.0', drawingVersion });
  await plant.controller.labelAcceptance.idle();
  plant.clock.advance(60_000);
  await plant.controller.labelAcceptance.idle();
  expect(await outcomes()).toEqual([['A', 'same']]);
});
