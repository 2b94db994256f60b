import { describe, expect, it } from 'vitest';
import type { LibraryItem, LibraryTarget, LineHolding, RollOut } from '#contract/plant/library.ts';
import { countLines, isUnfinished, libraryRows, lineRows } from '#renderer/plant/library/library-rows.ts';
import { rollOutText, targetText } from '#renderer/plant/library/library-texts.ts';

const NEWEST = { version: 12, bytes: 1, saved: '2026-11-21T14:03:00.000Z', savedBy: 'Ana', comment: '' };
const ALL: LibraryTarget = { sites: [], lines: [], tags: [] };
const ANY = { text: '', kind: '', isUnfinished: false } as const;

function item(name: string, rollOut: Partial<RollOut> = {}, kind: LibraryItem['kind'] = 'label'): LibraryItem {
  const published = { version: 12, target: ALL, isChangeable: false, replacesOwn: false, at: NEWEST.saved, by: 'Ana' };
  const counts = { wanted: 2, taken: 2, waiting: 0, refused: 0, changed: 0, unheard: 0, ...rollOut };
  return { kind, name, newest: NEWEST, published, rollOut: counts };
}

const line = (name: string, state: LineHolding['state']): LineHolding => ({
  ...{ controller: name, name, site: '', line: '', isConnected: true, state },
});
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
/** A text as its key with its values. */
const t = (key: string, values: Record<string, unknown> = {}) =>
  ({ 'library.comma': ', ', 'library.semicolon': '; ' })[key] ?? [key, ...Object.values(values)].join(' ');

describe('the items of the library', () => {
  it('begin with those of which a line is in trouble, then those on their way, labels before what they name', () => {
    const items = [
      item('Batch', {}, 'variable'),
      item('Case 10'),
      item('Case 2'),
      item('Waiting', { taken: 1, waiting: 1 }),
      item('Refused', { taken: 1, refused: 1 }, 'font'),
    ];
    expect(names(libraryRows(items, ANY))).toEqual(['Refused', 'Waiting', 'Case 2', 'Case 10', 'Batch']);
  });

  it('are limited by words, kind and whether every line has them', () => {
    const items = [item('Food case'), item('Food pallet', { taken: 1, unheard: 1 }), item('Food batch', {}, 'table')];
    expect(names(libraryRows(items, { ...ANY, text: 'CASE food' }))).toEqual(['Food case']);
    expect(names(libraryRows(items, { ...ANY, kind: 'table' }))).toEqual(['Food batch']);
    expect(names(libraryRows(items, { ...ANY, isUnfinished: true }))).toEqual(['Food pallet']);
  });

  it('are not on their way while they are not published', () => {
    const { published: _, ...unpublished } = item('Draft', { wanted: 0, taken: 0 });
    expect([isUnfinished(unpublished), rollOutText(unpublished, t)]).toEqual([false, undefined]);
  });

  it('have got as far as one sentence says, whatever lines that should not have them any more still have', () => {
    expect(rollOutText(item('A', { wanted: 50, taken: 47 }), t)).toBe('library.someLines 47 50 12');
    expect(rollOutText(item('A', { wanted: 50, taken: 51 }), t)).toBe('library.everywhere 50 12');
    expect(rollOutText(item('A', { wanted: 0, taken: 0 }), t)).toBe('library.noLine');
  });

  it('are for all lines, or for those that a target names', () => {
    expect(targetText(ALL, t)).toBe('library.allLines');
    expect(targetText({ sites: ['North'], lines: ['Line A', 'Line B'], tags: [] }, t)).toBe('North; Line A, Line B');
  });
});

describe('the lines of an item', () => {
  const lines = [line('A', 'taken'), line('B', 'waiting'), line('C', 'refused'), line('D', 'changed'), line('E', 'waiting')];

  it('begin with those that need a person, and keep their order otherwise', () => {
    expect(names(lineRows(lines, ''))).toEqual(['C', 'D', 'B', 'E', 'A']);
    expect(names(lineRows(lines, 'waiting'))).toEqual(['B', 'E']);
  });

  it('are counted by state', () => {
    expect(countLines(lines)).toEqual({ refused: 1, changed: 1, waiting: 2, unheard: 0, taken: 1 });
  });
});
