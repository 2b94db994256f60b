import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Label } from '#contract/api-v3/label.ts';
import { DrawingPool, type DrawingOrder, type DrawingPoolOptions } from '#controller/drawing/drawing-pool.ts';
import type { ToWorker } from '#controller/drawing/worker-messages.ts';
import { pictureHash } from '#drawing/picture-hash.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import { BUNDLED_SET } from '#support/drawing.ts';
import { fonts, labelOf, VALUES } from '../../rendering/drawing-support.ts';

const FAULTY = new URL('../../../../fixtures/processes/faulty-drawing-worker.ts', import.meta.url);
const TARGET = { hdpi: 300, vdpi: 300 };
const DOT = { planes: [{ width: 1, height: 1, stride: 1, words: new Uint32Array([0x80000000]) }], hash: 'one dot', ...TARGET };
const FONT = { family: 'Arimo', height: 4 };

const text = (words: string): Label => labelOf([{ type: 'Text', x: 1, y: 1, text: words, font: FONT }]);
const orderOf = (label: Label, rest: Partial<DrawingOrder> = {}): DrawingOrder => {
  const document = JSON.stringify(label);
  return { hash: document, text: document, target: TARGET, values: VALUES, fonts: BUNDLED_SET, isPrint: false, ...rest };
};
/** An order for the worker with faults. */
const fault = (hash: string, isPrint = false): DrawingOrder => orderOf(text(''), { hash, isPrint });

let pool: DrawingPool;
let folder = '';
const open = (options: DrawingPoolOptions = {}): DrawingPool => (pool = new DrawingPool(options));
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'strobe-drawing-'))));
afterEach(async () => {
  await pool.stop();
  rmSync(folder, { recursive: true });
});
const file = (name: string): string => join(folder, name);

describe('a drawing from a thread', () => {
  it.each([false, true])('has the bits of one from here, in colours: %s', async (isColor) => {
    const target = { ...TARGET, isColor };
    const label = labelOf([{ type: 'Text', x: 1, y: 1, text: 'Lot {VARIABLE;Lot} {COUNTER;Serial}', font: FONT, color: 'red' }]);
    const picture = await open().draw(orderOf(label, { target }));
    const planes = printPlanes(compilePlanes(label, target, fonts), VALUES);
    expect(picture).toEqual({ planes, hash: pictureHash(planes), ...TARGET });
  });

  it('is the same when the label was drawn before', async () => {
    const order = orderOf(text('again'));
    const first = await open({ size: 1 }).draw(order);
    expect([await pool.draw(order), await pool.draw(order)]).toEqual([first, first]);
  });

  it('is made with the fonts of its order', async () => {
    const label = text('A');
    const other = BUNDLED_SET.files.map((font) => (font.style === 'Bold' ? { ...font, style: '' } : { ...font, style: 'Bold' }));
    const plain = await open({ size: 1 }).draw(orderOf(label));
    expect(await pool.draw(orderOf(label, { fonts: { id: 'other', files: other } }))).not.toEqual(plain);
  });

  it('sends its fonts once, however many drawings are requested together', async () => {
    const posts = vi.spyOn(Worker.prototype, 'postMessage');
    const label = text('at the same time');
    open({ size: 1 });
    await Promise.all(Array.from({ length: 20 }, () => pool.draw(orderOf(label))));
    const messages = posts.mock.calls.flatMap(([message]) => message as ToWorker[]);
    posts.mockRestore();
    expect(messages.filter((message) => 'fontFiles' in message).length).toBe(1);
  });

  it('is refused with the problem of the label', async () => {
    const label = text('{VARIABLE;Missing}');
    await expect(open().draw(orderOf(label))).rejects.toMatchObject({
      slug: 'cannot-render',
      context: { errors: [{ pointer: '/objs/0/text' }] },
    });
  });
});

describe('a thread that fails', () => {
  it('A11 is replaced, and a new one makes its drawing', async () => {
    await expect(open({ entry: FAULTY }).draw(fault(`crash ${file('once')}`))).resolves.toEqual(DOT);
  });

  it('A11 fails its drawing when the new one fails too, and never returns a blank one', async () => {
    await expect(open({ entry: FAULTY }).draw(fault('crash'))).rejects.toMatchObject({
      slug: 'internal',
      message: 'The label could not be drawn: the drawing threads failed twice. Last error: crashed',
    });
  });

  it('A11 is distinguished from one that used up its memory, which ends alone', async () => {
    await expect(open({ entry: FAULTY, limits: { memory: 16, cpu: 60_000, wall: 60_000 } }).draw(fault('memory'))).rejects.toMatchObject({
      slug: 'internal',
      message: expect.stringContaining('memory') as string,
    });
  });

  it('A11 does not fail its other requests', async () => {
    writeFileSync(file('held'), '');
    const held = open({ entry: FAULTY, size: 2 }).draw(fault(`hold ${file('held')}`));
    const all = Promise.allSettled([held, pool.draw(fault('crash')), pool.draw(fault('behind')), pool.draw(fault('last'))]);
    rmSync(file('held'));
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it('leaves the pool able to draw', async () => {
    await expect(open({ entry: FAULTY, size: 1 }).draw(fault('crash'))).rejects.toThrow();
    await expect(pool.draw(fault('fine'))).resolves.toEqual(DOT);
  });

  it('fails every drawing when it cannot be opened at all', async () => {
    await expect(open({ entry: new URL('nowhere.ts', FAULTY) }).draw(fault('fine'))).rejects.toMatchObject({ slug: 'internal' });
  });
});

describe('a drawing without end', () => {
  it('E21 is ended after its time, and says so', async () => {
    writeFileSync(file('held'), '');
    await expect(open({ entry: FAULTY, limits: { cpu: 200 } }).draw(fault(`hold ${file('held')}`))).rejects.toMatchObject({
      slug: 'cannot-render',
      message: 'The label cannot be drawn: it takes longer than 0.2 s. Use fewer objects, a smaller size or a lower resolution.',
    });
  });

  it('does not count the start of its thread', async () => {
    writeFileSync(file('held'), '');
    const drawn = open({ entry: FAULTY, size: 1, limits: { cpu: 200 } }).draw(fault(`fonts ${file('held')}`));
    const { user } = process.cpuUsage();
    await expect.poll(() => process.cpuUsage().user - user).toBeGreaterThan(1_000_000);
    rmSync(file('held'));
    await expect(drawn).resolves.toEqual(DOT);
  });

  it('E21 is also ended when it gets no CPU time', async () => {
    writeFileSync(file('held'), '');
    const limits = { cpu: 60_000, wall: 200 };
    await expect(open({ entry: FAULTY, limits }).draw(fault(`hold ${file('held')}`))).rejects.toMatchObject({ slug: 'cannot-render' });
  });

  it('E21 does not fail the drawings that wait after it', async () => {
    writeFileSync(file('held'), '');
    const pooled = open({ entry: FAULTY, size: 2, limits: { cpu: 200 } });
    const drawings = await Promise.allSettled([
      pooled.draw(fault(`hold ${file('held')}`)),
      pooled.draw(fault('a')),
      pooled.draw(fault('b')),
    ]);
    expect(drawings.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('E21 leaves the pool able to draw', async () => {
    writeFileSync(file('held'), '');
    await expect(open({ entry: FAULTY, size: 1, limits: { cpu: 200 } }).draw(fault(`hold ${file('held')}`))).rejects.toThrow();
    await expect(pool.draw(fault('fine'))).resolves.toEqual(DOT);
  });

  it('E21 does not delay prints when it is a preview', async () => {
    writeFileSync(file('held'), '');
    const looks = [open({ entry: FAULTY, size: 2 }).draw(fault(`hold ${file('held')}`)), pool.draw(fault('look'))];
    const print = await pool.draw(fault('print', true));
    rmSync(file('held'));
    expect([print, ...(await Promise.all(looks))]).toEqual([DOT, DOT, DOT]);
  });
});

describe('drawings that wait', () => {
  it('let prints go first', async () => {
    writeFileSync(file('held'), '');
    const done: string[] = [];
    const draw = async (hash: string, isPrint: boolean) => {
      await pool.draw(fault(hash, isPrint));
      done.push(hash);
    };
    const all = [
      open({ entry: FAULTY, size: 1 }).draw(fault(`hold ${file('held')}`)),
      draw('look', false),
      draw('print', true),
      draw('second', true),
    ];
    rmSync(file('held'));
    await Promise.all(all);
    expect(done).toEqual(['print', 'second', 'look']);
  });

  it('are limited for previews', async () => {
    open({ entry: FAULTY, size: 1 });
    const drawings = await Promise.allSettled(Array.from({ length: 258 }, () => pool.draw(fault('look'))));
    const refused = drawings.flatMap((drawing) => (drawing.status === 'rejected' ? [(drawing.reason as { slug: string }).slug] : []));
    expect(refused).toEqual(['too-many-requests']);
  });

  it('are refused when the pool stops', async () => {
    const waiting = Promise.allSettled([open({ entry: FAULTY, size: 1 }).draw(fault('a')), pool.draw(fault('b'))]);
    await pool.stop();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
