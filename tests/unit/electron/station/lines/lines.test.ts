import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Line, LinesEvent } from '#contract/station/lines.ts';
import { LineStore } from '#station/lines/line-store.ts';
import { Lines } from '#station/lines/lines.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';

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
  it('keep the place of a printer that is renamed, and only of this one', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [b, a, { connection: 'c2', printer: 'A' }] });
    await lines.renamePrinter(a, 'New');
    await lines.renamePrinter({ connection: 'c3', printer: 'A' }, 'Other');
    const printers = [b, { connection: 'c1', printer: 'New' }, { connection: 'c2', printer: 'A' }];
    expect(linesOf(await open())).toEqual([{ id: 'l1', name: 'Filling', printers }]);
  });

  it('keep their order and that of their printers over a restart', async () => {
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

  it('contain a printer once: adding it to another line removes it from its own', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a, b] });
    await lines.add({ name: 'Packing', printers: [b, c, b] });
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[a], [b, c]]);
    await lines.change('l1', { name: 'Filling', printers: [c, a] });
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[c, a], [b]]);
  });

  it('emit all lines with every change', async () => {
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

  it('refuse a name that another line has, without a change', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a] });
    await lines.add({ name: 'Packing', printers: [] });
    const refusal = { slug: 'invalid-input', context: { errors: [{ pointer: '/name', detail: 'A line "Filling" already exists.' }] } };
    await expect(lines.add({ name: 'Filling', printers: [] })).rejects.toMatchObject(refusal);
    await expect(lines.change('l2', { name: 'Filling', printers: [a] })).rejects.toMatchObject(refusal);
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[a], []]);
  });

  it.each([[['l1']], [['l1', 'l1']], [['l1', 'l2', 'l3']], [['l1', 'l3']]])('refuse the order %j for l1 and l2', async (order) => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [] });
    await lines.add({ name: 'Packing', printers: [] });
    await expect(lines.order(order)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
  });

  it('refuse changes of a line that no longer exists', async () => {
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
