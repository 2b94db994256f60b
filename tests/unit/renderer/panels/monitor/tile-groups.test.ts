import { describe, expect, it } from 'vitest';
import { sharedNames, tileGroups, type TileGroup } from '#renderer/panels/monitor/tile-groups.ts';
import { aConnection } from '#support/fleet.ts';

const here = aConnection({ id: 'c1', name: 'This computer' });
const hall = aConnection({ id: 'c2', name: 'Hall 2', embedded: false });
const [a, b] = ['A', 'B'].map((printer) => ({ connection: 'c1', printer })) as [Tile, Tile];
const c = { connection: 'c2', printer: 'C' };
const filling = { id: 'l1', name: 'Filling', printers: [c, a], controllerLines: [] };

interface Tile {
  connection: string;
  printer: string;
}
const shape = (groups: TileGroup[]): [string, string[]][] => groups.map(({ title, tiles }) => [title, tiles.map(({ printer }) => printer)]);

describe('the groups of the monitor', () => {
  it('are the connections without lines', () => {
    const groups = tileGroups({ lines: [], connections: [hall, here], printers: [a, b, c] });
    expect(shape(groups)).toEqual([
      ['Hall 2', ['C']],
      ['This computer', ['A', 'B']],
    ]);
  });

  it('are the lines in their own order, followed by printers without a line', () => {
    const groups = tileGroups({ lines: [filling], connections: [here, hall], printers: [a, b, c] });
    expect(shape(groups)).toEqual([
      ['Filling', ['C', 'A']],
      ['This computer', ['B']],
    ]);
  });

  it('keep the place of a printer whose controller has not answered yet, and show that', () => {
    const silent = { ...hall, state: 'connecting' as const };
    const groups = tileGroups({ lines: [filling], connections: [here, silent], printers: [a, b] });
    expect(shape(groups)).toEqual([
      ['Filling', ['C', 'A']],
      ['This computer', ['B']],
      ['Hall 2', []],
    ]);
  });

  it('leave out a controller that is switched off or unknown, and a line that is empty as a result', () => {
    const packing = { id: 'l2', name: 'Packing', printers: [{ connection: 'gone', printer: 'X' }], controllerLines: [] };
    const groups = tileGroups({ lines: [filling, packing], connections: [{ ...here, state: 'off' }, hall], printers: [c] });
    expect(shape(groups)).toEqual([['Filling', ['C']]]);
  });
});

describe('the names of printers', () => {
  it('are shared if printers of two controllers have them', () => {
    expect([...sharedNames([a, b, { connection: 'c2', printer: 'B' }, c])]).toEqual(['B']);
  });
});
