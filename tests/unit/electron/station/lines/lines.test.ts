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
    await lines.add({ name: 'Filling', printers: [b, a, { connection: 'c2', printer: 'A' }], controllerLines: [] });
    await lines.renamePrinter(a, 'New');
    await lines.renamePrinter({ connection: 'c3', printer: 'A' }, 'Other');
    const printers = [b, { connection: 'c1', printer: 'New' }, { connection: 'c2', printer: 'A' }];
    expect(linesOf(await open())).toEqual([{ id: 'l1', name: 'Filling', printers, controllerLines: [] }]);
  });

  it('keep their order and that of their printers over a restart', async () => {
    const first = await open();
    await first.add({ name: 'Filling', printers: [b, a], controllerLines: [] });
    await first.add({ name: 'Packing', printers: [c], controllerLines: [] });
    await first.order(['l2', 'l1']);
    await first.stop();
    expect(linesOf(await open())).toEqual([
      { id: 'l2', name: 'Packing', printers: [c], controllerLines: [] },
      { id: 'l1', name: 'Filling', printers: [b, a], controllerLines: [] },
    ]);
  });

  it('contain a printer once: adding it to another line removes it from its own', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a, b], controllerLines: [] });
    await lines.add({ name: 'Packing', printers: [b, c, b], controllerLines: [] });
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[a], [b, c]]);
    await lines.change('l1', { name: 'Filling', printers: [c, a], controllerLines: [] });
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[c, a], [b]]);
  });

  it('emit all lines with every change', async () => {
    const lines = await open();
    const told: LinesEvent[] = [];
    lines.subscribe((event) => told.push(event));
    await lines.add({ name: 'Filling', printers: [a], controllerLines: [] });
    await lines.change('l1', { name: 'Filling 1', printers: [], controllerLines: [] });
    await lines.remove('l1');
    expect(told).toEqual([
      { type: 'snapshot', lines: [{ id: 'l1', name: 'Filling', printers: [a], controllerLines: [] }] },
      { type: 'snapshot', lines: [{ id: 'l1', name: 'Filling 1', printers: [], controllerLines: [] }] },
      { type: 'snapshot', lines: [] },
    ]);
  });

  it('refuse a name that another line has, without a change', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a], controllerLines: [] });
    await lines.add({ name: 'Packing', printers: [], controllerLines: [] });
    const refusal = { slug: 'invalid-input', context: { errors: [{ pointer: '/name', detail: 'A line "Filling" already exists.' }] } };
    await expect(lines.add({ name: 'Filling', printers: [], controllerLines: [] })).rejects.toMatchObject(refusal);
    await expect(lines.change('l2', { name: 'Filling', printers: [a], controllerLines: [] })).rejects.toMatchObject(refusal);
    expect(linesOf(lines).map(({ printers }) => printers)).toEqual([[a], []]);
  });

  it.each([[['l1']], [['l1', 'l1']], [['l1', 'l2', 'l3']], [['l1', 'l3']]])('refuse the order %j for l1 and l2', async (order) => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [], controllerLines: [] });
    await lines.add({ name: 'Packing', printers: [], controllerLines: [] });
    await expect(lines.order(order)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
  });

  it('refuse changes of a line that no longer exists', async () => {
    const lines = await open();
    await expect(lines.remove('l9')).rejects.toMatchObject({ slug: 'not-found' });
    await expect(lines.change('l9', { name: 'X', printers: [], controllerLines: [] })).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('lose the printers of a connection that was removed', async () => {
    const lines = await open();
    await lines.add({ name: 'Filling', printers: [a, c, b], controllerLines: [] });
    lines.forget('c1');
    await lines.stop();
    expect(linesOf(await open())).toEqual([{ id: 'l1', name: 'Filling', printers: [c], controllerLines: [] }]);
  });

  it('are 500 at most', async () => {
    const lines = await open();
    for (let place = 0; place < 500; place += 1) await lines.add({ name: `Line ${place}`, printers: [], controllerLines: [] });
    await expect(lines.add({ name: 'one more', printers: [], controllerLines: [] })).rejects.toMatchObject({ slug: 'too-many-requests' });
    expect(linesOf(lines)).toHaveLength(500);
  });

  describe('with a line of a controller', () => {
    const filling = { connection: 'c1', name: 'Filling' };
    const read = (...printers: string[]) => [{ name: 'Filling', line: { printers } }];
    const printersOf = (lines: Lines) => linesOf(lines).map(({ printers }) => printers.map(({ printer }) => printer).join(' '));

    it('have its printers, also those that it gains, in an order that people choose, until it loses them', async () => {
      const lines = await open();
      await lines.add({ name: 'Hall', printers: [c], controllerLines: [filling] });
      await lines.followControllerLines('c1', read('A', 'B'));
      expect(printersOf(lines)).toEqual(['C A B']);
      await lines.change('l1', { name: 'Hall', printers: [b, c], controllerLines: [filling] });
      expect(printersOf(lines)).toEqual(['B C A']);
      await lines.followControllerLines('c1', read('D', 'B'));
      expect(printersOf(lines)).toEqual(['B C D']);
      await lines.followControllerLines('c2', read('E'));
      await lines.followControllerLines('c1', []);
      expect(linesOf(await open())).toMatchObject([{ controllerLines: [{ ...filling, printers: ['D', 'B'] }] }]);
      expect(printersOf(lines)).toEqual(['B C D']);
    });

    it('take the printers of the controller’s line out of the line that they were in', async () => {
      const lines = await open();
      await lines.add({ name: 'Packing', printers: [a, c], controllerLines: [] });
      await lines.add({ name: 'Hall', printers: [], controllerLines: [filling] });
      await lines.followControllerLines('c1', read('A'));
      expect(printersOf(lines)).toEqual(['C', 'A']);
    });

    it('give the controller’s line with its printers to another line, and no printer of it alone', async () => {
      const lines = await open();
      await lines.add({ name: 'Hall', printers: [c], controllerLines: [filling] });
      await lines.followControllerLines('c1', read('A', 'B'));
      await expect(lines.add({ name: 'Packing', printers: [a], controllerLines: [] })).rejects.toMatchObject({
        slug: 'invalid-input',
        context: { errors: [{ pointer: '/printers/0' }] },
      });
      await lines.add({ name: 'Packing', printers: [], controllerLines: [filling] });
      expect(linesOf(lines).map(({ controllerLines }) => controllerLines.length)).toEqual([0, 1]);
      expect(printersOf(lines)).toEqual(['C', 'A B']);
    });

    it('follow a new name of the controller’s line and of its printers, and forget it with its connection', async () => {
      const lines = await open();
      await lines.add({ name: 'Hall', printers: [c], controllerLines: [filling] });
      await lines.followControllerLines('c1', read('A', 'B'));
      await lines.renameControllerLine(filling, 'Filling 2');
      await lines.renamePrinter(a, 'New');
      const included = [{ connection: 'c1', name: 'Filling 2', printers: ['New', 'B'] }];
      expect(linesOf(lines)).toMatchObject([{ controllerLines: included }]);
      expect(printersOf(lines)).toEqual(['C New B']);
      lines.forget('c1');
      await lines.stop();
      expect(linesOf(await open())).toEqual([{ id: 'l1', name: 'Hall', printers: [c], controllerLines: [] }]);
    });

    it('are read from the database of a version without them', async () => {
      const stored = JSON.stringify([{ id: 'l1', name: 'Hall', printers: [a] }]);
      await db.insertInto('settings').values({ key: 'lines', value: stored }).execute();
      expect(linesOf(await open())).toEqual([{ id: 'l1', name: 'Hall', printers: [a], controllerLines: [] }]);
    });
  });
});
