import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Line, LinesEvent } from '#contract/station/lines.ts';
import { LineStore } from '#station/lines/line-store.ts';
import { Lines } from '#station/lines/lines.ts';
import { openStationDatabase } from '#storage/station-database.ts';
import type { StationDatabase } from '#storage/station-schema.ts';

const a = { connection: 'c1', printer: 'A' };
const b = { connection: 'c1', printer: 'B' };
const c = { connection: 'c2', printer: 'C' };
let db: StationDatabase;
let ids = 0;

beforeEach(() => {
  db = openStationDatabase(':memory:');
  ids = 0;
});

afterEach(() => db.destroy());

async function open(): Promise<Lines> {
  const report = (error: unknown): void => expect.fail(String(error));
  const lines = new Lines({ store: new LineStore(db), newId: () => `l${(ids += 1)}`, report });
  await lines.start();
  return lines;
}

const linesOf = (lines: Lines): Line[] => (lines.snapshot() as Extract<LinesEvent, { type: 'snapshot' }>).lines;

describe('lines', () => {
  it('are there after a restart, in the order that people gave them and their printers', async () => {
    const first = await open();
    await first.add({ name: 'Filling', printers: [b, a] });
    await first.add({ name: 'Packing', printers: [c] });
    await first.order(['l2', 'l1']);
    await first.stop();
    expect(linesOf(await open())).toEqual([
      { id: 'l2', name: 'Packing', printers: [c] },
      { id: 'l1', name: 'Filling', printers: [b, a] },
    ]);
  });

  it('hold a printer once: one that goes to another line leaves its own', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a, b] });
    await lines.add({ name: 'Packing', printers: [b, c, b] });
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[a], [b, c]]);
    await lines.change('l1', { name: 'Filling', printers: [c, a] });
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[c, a], [b]]);
  });

  it('tell every change as a whole', async () => {
    const lines = await open();
    const told: LinesEvent[] = [];
    lines.subscribe((event) => told.push(event));
    await lines.add({ name: 'Filling', printers: [a] });
    await lines.change('l1', { name: 'Filling 1', printers: [] });
    await lines.remove('l1');
    expect(told).toEqual([
      { type: 'snapshot', lines: [{ id: 'l1', name: 'Filling', printers: [a] }] },
      { type: 'snapshot', lines: [{ id: 'l1', name: 'Filling 1', printers: [] }] },
      { type: 'snapshot', lines: [] },
    ]);
  });

  it('refuse a name that another line has, and keep what was', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a] });
    await lines.add({ name: 'Packing', printers: [] });
    const refusal = { slug: 'invalid-input', context: { errors: [{ pointer: '/name', detail: 'There is a line "Filling" already.' }] } };
    await expect(lines.add({ name: 'Filling', printers: [] })).rejects.toMatchObject(refusal);
    await expect(lines.change('l2', { name: 'Filling', printers: [a] })).rejects.toMatchObject(refusal);
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[a], []]);
  });

  it.each([[['l1']], [['l1', 'l1']], [['l1', 'l2', 'l3']], [['l1', 'l3']]])('take no order of %j for l1 and l2', async (order) => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [] });
    await lines.add({ name: 'Packing', printers: [] });
    await expect(lines.order(order)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
  });

  it('say that a line is gone', async () => {
    const lines = await open();
    await expect(lines.remove('l9')).rejects.toMatchObject({ slug: 'not-found' });
    await expect(lines.change('l9', { name: 'X', printers: [] })).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('lose the printers of a connection that was removed', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a, c, b] });
    lines.forget('c1');
    await lines.stop();
    expect(linesOf(await open())).toEqual([{ id: 'l1', name: 'Filling', printers: [c] }]);
  });

  it('are 500 at most', async () => {
    const lines = await open();
    for (let place = 0; place < 500; place += 1) await lines.add({ name: `Line ${place}`, printers: [] });
    await expect(lines.add({ name: 'one more', printers: [] })).rejects.toMatchObject({ slug: 'too-many-requests' });
    expect(linesOf(lines)).toHaveLength(500);
  });
});
