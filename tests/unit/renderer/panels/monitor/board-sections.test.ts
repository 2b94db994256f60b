import { describe, expect, it } from 'vitest';
import { boardSections, limitSections, passing, type BoardInput, type BoardSection } from '#renderer/panels/monitor/board-sections.ts';
import type { TileGroup } from '#renderer/panels/monitor/tile-groups.ts';
import type { Standing } from '#renderer/stores/fleet/printer-standing.ts';
import { aConnection } from '#support/fleet.ts';

const tile = (printer: string) => ({ connection: 'c1', printer });
const group = (title: string, ...printers: string[]): TileGroup => ({ key: title, title, tiles: printers.map(tile) });
const STANDINGS: Record<string, Standing> = {
  bad: 'critical',
  warm: 'caution',
  gone: 'lost',
  a: 'printing',
  b: 'printing',
  idle: 'ready',
  off: 'stopped',
};

function sections(groups: TileGroup[], parts: Partial<BoardInput> = {}): BoardSection[] {
  return boardSections({ groups, standingOf: ({ printer }) => STANDINGS[printer], canBeRow: () => true, ...parts });
}
const shape = (found: BoardSection[]) =>
  found.map(({ title, tiles, rows }) => [
    title,
    tiles.map(({ printer }) => printer).join(' '),
    rows.map(({ printer }) => printer).join(' '),
  ]);

describe('the sections of the board', () => {
  it('begin with the printers in alarm of all lines, the most urgent first', () => {
    expect(shape(sections([group('Filling', 'a', 'warm', 'idle'), group('Packing', 'b', 'bad')]))).toEqual([
      [undefined, 'bad warm', ''],
      ['Filling', 'a', 'idle'],
      ['Packing', 'b', ''],
    ]);
  });

  it('are one if there is one group, with alarms, silent, printing and idle printers in this order, each in the order of the group', () => {
    expect(shape(sections([group('Hall', 'off', 'idle', 'b', 'a', 'gone', 'warm', 'bad')]))).toEqual([
      ['Hall', 'bad warm gone b a', 'idle off'],
    ]);
  });

  it('have tiles for printers without a job that cannot be rows', () => {
    expect(shape(sections([group('Hall', 'idle', 'a')], { canBeRow: () => false }))).toEqual([['Hall', 'a idle', '']]);
  });

  it('leave out a line whose printers are all in alarm, and keep a controller that has something to say', () => {
    const lost = { ...group('Hall 2'), connection: aConnection({ state: 'lost' }) };
    expect(shape(sections([group('Filling', 'bad'), lost]))).toEqual([
      [undefined, 'bad', ''],
      ['Hall 2', '', ''],
    ]);
  });
});

describe('a filter', () => {
  const lost = { ...group('Hall 2'), connection: aConnection({ state: 'lost' }) };
  const all = sections([group('Filling', 'a', 'bad', 'idle'), group('Packing', 'b'), lost]);
  const limited = (names: string[] | undefined) =>
    limitSections(all, names && (({ printer }) => names.includes(printer))).map((section) => [
      section.title,
      passing([...section.tiles, ...section.rows], section)
        .map(({ printer }) => printer)
        .join(' '),
      section.isHidden,
    ]);

  it('hides what does not pass, and sections of which nothing passes', () => {
    expect(limited(['b', 'idle'])).toEqual([
      [undefined, '', true],
      ['Filling', 'idle', false],
      ['Packing', 'b', false],
      ['Hall 2', '', true],
    ]);
  });

  it('that is empty hides nothing, not even a controller that has something to say', () => {
    expect(limited(undefined)).toEqual([
      [undefined, 'bad', false],
      ['Filling', 'a idle', false],
      ['Packing', 'b', false],
      ['Hall 2', '', false],
    ]);
  });
});
