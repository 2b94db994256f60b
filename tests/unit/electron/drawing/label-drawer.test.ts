import { afterEach, beforeEach, expect, it } from 'vitest';
import { LabelDrawer } from '#drawing/label-drawer.ts';
import type { DrawingRequest } from '#station/drawing/drawing-request.ts';
import { ManualClock } from '#support/manual-clock.ts';

const STUCK = new URL('../../../support/stuck-drawing-worker.ts', import.meta.url);
const request = (width: number) => ({ label: { format: 3 as const, width, height: 10, objs: [] }, hdpi: 300, vdpi: 300 });
let clock: ManualClock;
let drawer: LabelDrawer<DrawingRequest>;
let reported: unknown[];

beforeEach(() => {
  clock = new ManualClock();
  reported = [];
  drawer = new LabelDrawer<DrawingRequest>({ clock, report: (error) => reported.push(error), entry: STUCK, limit: 5_000 });
});

afterEach(() => drawer.stop());

it('ends a label that takes too long, and draws the next one', async () => {
  const stuck = drawer.draw(request(1));
  const next = drawer.draw(request(40));
  await Promise.all([
    expect(stuck).rejects.toMatchObject({ slug: 'cannot-render', message: 'Drawing this label takes longer than 5 s.' }),
    Promise.resolve().then(() => clock.advance(5_000)),
  ]);
  expect(await next).toMatchObject({ png: new Uint8Array([40]) });
});

it('refuses a label that ends the thread, reports why, and draws the next one', async () => {
  await expect(drawer.draw(request(2))).rejects.toMatchObject({
    slug: 'cannot-render',
    message: 'This label cannot be drawn here.',
  });
  expect(String(reported[0])).toBe('Error: out of memory');
  expect(await drawer.draw(request(40))).toMatchObject({ png: new Uint8Array([40]) });
});

it('ends an idle thread, and starts another one for the next label', async () => {
  expect(await drawer.draw(request(40))).toMatchObject({ png: new Uint8Array([40]) });
  clock.advance(60_000);
  expect(await drawer.draw(request(41))).toMatchObject({ png: new Uint8Array([41]) });
});

it('draws nothing once it is stopped', async () => {
  await drawer.stop();
  await expect(drawer.draw(request(40))).rejects.toMatchObject({ slug: 'cannot-render' });
});
