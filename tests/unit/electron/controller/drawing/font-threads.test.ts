import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Label } from '#contract/api-v3/label.ts';
import { DrawingPool, type DrawingOrder, type DrawingPoolOptions } from '#controller/drawing/drawing-pool.ts';
import type { ToSupply, ToWorker } from '#controller/drawing/worker-messages.ts';
import { BUNDLED_SET } from '#support/drawing.ts';
import { paddedFont } from '#support/font-files.ts';
import type { Timers } from '#controller/platform/timers.ts';
import { untilHolds } from '#support/until-holds.ts';
import { labelOf, VALUES } from '../../rendering/drawing-support.ts';

const MB = 1024 * 1024;
const HUGE = 10 * MB;
const TIME = { cpu: 60_000, wall: 120_000 };

/** A label in one font, drawn with the bundled fonts and another one of 10 MB that differs with every number. */
const orderIn = (family: string, installed?: number): DrawingOrder => {
  const label: Label = labelOf([{ type: 'Text', x: 1, y: 1, text: 'office', font: { family, height: 4 } }]);
  const text = JSON.stringify(label);
  const more = installed === undefined ? [] : [{ family: 'Own', style: '', bytes: paddedFont(HUGE, installed) }];
  const fonts = { id: `set ${installed}`, files: [...BUNDLED_SET.files, ...more] };
  return { hash: text, text, target: { hdpi: 300, vdpi: 300 }, values: VALUES, fonts, isPrint: true };
};
/** No heap is large enough for this set. */
const tooLarge = (): DrawingOrder => {
  const order = orderIn('Arimo');
  const files = [...order.fonts.files, { family: 'Vast', style: '', bytes: paddedFont(60 * MB) }];
  return { ...order, fonts: { id: 'too large', files } };
};

let pool: DrawingPool;
const open = ({ limits, ...options }: DrawingPoolOptions = {}): DrawingPool =>
  (pool = new DrawingPool({ size: 1, limits: { ...TIME, ...limits }, ...options }));
afterEach(() => pool.stop());

describe('a thread that gets one font set after the other', () => {
  it('needs no more memory than for the last two', async () => {
    open({ limits: { heap: 64 } });
    for (let installed = 0; installed < 12; installed += 1) await pool.draw(orderIn('Own', installed));
    expect(pool.figures().replaced).toBe(0);
  });

  it('gets only the files that it has not loaded', async () => {
    const posts = vi.spyOn(Worker.prototype, 'postMessage');
    await open().draw(orderIn('Arimo'));
    await pool.draw(orderIn('Own', 1));
    const supplies = posts.mock.calls
      .flatMap(([message]) => message as ToWorker[])
      .filter((message): message is ToSupply => 'fonts' in message);
    posts.mockRestore();
    const handedOver = supplies.map(({ fontFiles }) => fontFiles.flatMap(({ family, bytes }) => (bytes ? [family] : [])));
    expect(handedOver).toEqual([BUNDLED_SET.files.map(({ family }) => family), ['Own']]);
  });

  it('draws as before with a set that it has freed meanwhile', async () => {
    const first = await open().draw(orderIn('Own', 1));
    for (const installed of [2, 3, 4]) await pool.draw(orderIn('Own', installed));
    expect(await pool.draw(orderIn('Own', 1))).toEqual(first);
  });

  it('measures its heap', async () => {
    await open().draw(orderIn('Own', 1));
    await untilHolds(() => expect(pool.figures().threads.every(({ heap }) => heap > HUGE)).toBe(true));
  });
});

describe('a thread whose heap is full', () => {
  it('is replaced, and the next drawing is made by a new one', async () => {
    await expect(open({ limits: { heap: 48 } }).draw(tooLarge())).rejects.toMatchObject({
      slug: 'internal',
      message: expect.stringContaining('its heap has reached its bound') as string,
    });
    await expect(pool.draw(orderIn('Arimo'))).resolves.toMatchObject({ hdpi: 300 });
    expect(pool.figures().replaced).toBeGreaterThanOrEqual(2);
  });
});

describe('a thread that uses too much memory outside the V8 heap', () => {
  it('is replaced once it is idle', async () => {
    open({ limits: { external: 1 } });
    await untilHolds(async () => {
      await pool.draw(orderIn('Arimo'));
      expect(pool.figures().replaced).toBeGreaterThan(0);
    });
  });
});

describe('drawing', () => {
  /** The attempts that wait for their timer. */
  let waiting: (() => void)[] = [];
  const timers: Timers = {
    setTimeout: (act) => {
      waiting.push(act);
      return act;
    },
    clearTimeout: () => undefined,
  };
  beforeEach(() => (waiting = []));

  const goDown = async (): Promise<void> => {
    await expect(open({ limits: { heap: 48 }, timers }).draw(tooLarge())).rejects.toThrow();
    await untilHolds(() => expect(pool.fault).toContain('its heap has reached its bound'));
  };

  it('is down while not even a plain label can be drawn, which is tried again', async () => {
    await goDown();
    expect(waiting.length).toBe(1);
    waiting.shift()?.();
    await untilHolds(() => expect(waiting.length).toBe(1));
    expect(pool.fault).toContain('its heap has reached its bound');
  });

  it('is no longer down as soon as a label is drawn', async () => {
    await goDown();
    await pool.draw(orderIn('Arimo'));
    expect(pool.fault).toBeUndefined();
  });

  it('is not down for one label at which threads fail', async () => {
    const entry = new URL('../../../../fixtures/processes/faulty-drawing-worker.ts', import.meta.url);
    await expect(open({ entry, timers }).draw({ ...orderIn('Arimo'), hash: 'crash' })).rejects.toThrow();
    await pool.draw(orderIn('Arimo'));
    expect([pool.fault, waiting]).toEqual([undefined, []]);
  });
});
