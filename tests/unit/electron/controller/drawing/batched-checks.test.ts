import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Label } from '#contract/api-v3/label.ts';
import { DrawingPool, type DrawingOrder } from '#controller/drawing/drawing-pool.ts';
import { BatchedChecks } from '#controller/drawing/batched-checks.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { BUNDLED_SET } from '#support/drawing.ts';
import { labelOf, VALUES } from '../../rendering/drawing-support.ts';

const FAULTY = new URL('../../../../fixtures/processes/faulty-drawing-worker.ts', import.meta.url);
const CODE = labelOf([{ type: 'EAN-13', x: 1, y: 1, text: '{TABLE;Code}' }], { width: 60, height: 30 });
const GOOD = '9521234500025';
const BAD = '9521234500024';

type CheckOrder = Omit<DrawingOrder, 'isPrint'>;

const orderOf = (label: Label, rest: Partial<CheckOrder> = {}): CheckOrder => {
  const text = JSON.stringify(label);
  return { hash: text, text, target: { hdpi: 300, vdpi: 300 }, values: VALUES, fonts: BUNDLED_SET, ...rest };
};
const rowOf = (code: string): PrintValues['row'] => new Map([['Code', code]]);

describe('checks that are requested in one tick', () => {
  let pool: DrawingPool;
  const open = (entry?: URL): BatchedChecks => {
    pool = new DrawingPool({ size: 1, ...(entry && { entry }) });
    return new BatchedChecks(pool);
  };
  /** Number of rows of each request. */
  const requests = () => vi.mocked(pool.checkEach).mock.calls.map(([, rows]) => rows.length);

  beforeEach(() => void vi.spyOn(DrawingPool.prototype, 'checkEach'));
  afterEach(async () => {
    vi.restoreAllMocks();
    await pool.stop();
  });

  it('go to a thread as one message, and each gets the result of its own row', async () => {
    const checks = open();
    const checked = await Promise.all([GOOD, BAD, GOOD].map((code) => checks.check(orderOf(CODE), rowOf(code))));
    expect(checked).toEqual([
      { height: 354, vdpi: 300 },
      {
        refusal: {
          slug: 'cannot-render',
          context: expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/objs/0/text' })] }) as object,
        },
      },
      { height: 354, vdpi: 300 },
    ]);
    expect(requests()).toEqual([3]);
  });

  it('go to a thread sixteen at a time, so that it works while more are requested', async () => {
    const checks = open();
    const checked = await Promise.all(Array.from({ length: 40 }, () => checks.check(orderOf(CODE), rowOf(GOOD))));
    expect([new Set(checked.map((print) => 'height' in print)), requests()]).toEqual([new Set([true]), [16, 16, 8]]);
  });

  it('are separate if anything but the row differs: values, label, resolution, fonts', async () => {
    const checks = open();
    const fonts = { ...BUNDLED_SET, id: 'other' };
    const other = labelOf([{ type: 'EAN-13', x: 1, y: 1, text: '{VARIABLE;Code}' }], { width: 60, height: 30 });
    const withCode = (code: string) => ({ ...VALUES, variables: new Map([['Code', code]]) });
    const checked = await Promise.all([
      checks.check(orderOf(CODE), rowOf(GOOD)),
      checks.check(orderOf(other, { values: withCode(GOOD) }), undefined),
      checks.check(orderOf(other, { values: withCode(BAD) }), undefined),
      checks.check(orderOf(CODE, { target: { hdpi: 600, vdpi: 600 } }), rowOf(GOOD)),
      checks.check(orderOf(CODE, { fonts }), rowOf(GOOD)),
    ]);
    expect(checked.map((print) => ('height' in print ? print.height : 'refused'))).toEqual([354, 354, 'refused', 709, 354]);
    expect(requests()).toEqual([1, 1, 1, 1, 1]);
  });

  it('A11 do not fail because the thread failed on another one', async () => {
    const checks = open(FAULTY);
    const checked = await Promise.allSettled(['a', 'crash', 'b'].map((code) => checks.check(orderOf(CODE), rowOf(code))));
    expect(checked).toEqual([
      { status: 'fulfilled', value: { height: 1, vdpi: 300 } },
      { status: 'rejected', reason: expect.objectContaining({ slug: 'internal' }) as Error },
      { status: 'fulfilled', value: { height: 1, vdpi: 300 } },
    ]);
  });

  it('are each refused for a fault of the label that does not depend on the row', async () => {
    const checks = open();
    const broken = labelOf([{ type: 'Text', x: 1, y: 1, text: 'a', font: { family: 'Nowhere', height: 4 } }]);
    const checked = await Promise.allSettled([checks.check(orderOf(broken), rowOf('a')), checks.check(orderOf(broken), rowOf('b'))]);
    expect(checked.map((check) => check.status === 'rejected' && (check.reason as { slug: string }).slug)).toEqual([
      'cannot-render',
      'cannot-render',
    ]);
  });

  it('are refused when the pool stops', async () => {
    const checks = open();
    const waiting = Promise.allSettled([checks.check(orderOf(CODE), rowOf(GOOD)), checks.check(orderOf(CODE), rowOf(GOOD))]);
    await pool.stop();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
