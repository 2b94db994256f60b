import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { copiedObjects, keepCopied } from '#renderer/panels/designer/document/clipboard.ts';
import { designObjects, saved } from './document-support.ts';

const KEY = 'strobe.copied-objects';
const RECT = { type: 'Rect', x: 1, y: 2, width: 3, height: 4 };

beforeEach(() => {
  localStorage.clear();
});

describe('objects that are copied', () => {
  it('are there for another place, with keys that nobody knows, as others of the same sort', () => {
    fc.assert(
      fc.property(fc.array(designObjects, { minLength: 1, maxLength: 4 }), (objects) => {
        expect(keepCopied(localStorage, objects)).toBe(true);
        const copied = copiedObjects(localStorage);
        expect(copied).toEqual(saved(objects));
        expect(copied.filter((object) => objects.includes(object))).toEqual([]);
      }),
    );
  });

  it('are those that were copied last', () => {
    keepCopied(localStorage, [RECT, RECT]);
    keepCopied(localStorage, [{ ...RECT, x: 9 }]);
    expect(copiedObjects(localStorage)).toEqual([{ ...RECT, x: 9 }]);
  });

  it('are none before anything was copied', () => {
    expect(copiedObjects(localStorage)).toEqual([]);
  });

  it.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"objects":[]}',
    '{"objects":{"0":{}}}',
    '{"objects":[1]}',
    '{"objects":[{},null]}',
    '{"objects":[[]]}',
  ])('are none when something else is kept in their place: %s', (text) => {
    localStorage.setItem(KEY, text);
    expect(copiedObjects(localStorage)).toEqual([]);
  });

  it('are not kept when there is no room, and those from before stay', () => {
    keepCopied(localStorage, [RECT]);
    const full: Storage = {
      length: 1,
      clear: () => {},
      getItem: (key) => localStorage.getItem(key),
      key: () => KEY,
      removeItem: () => {},
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(keepCopied(full, [{ ...RECT, x: 9 }])).toBe(false);
    expect(copiedObjects(full)).toEqual([RECT]);
  });
});
