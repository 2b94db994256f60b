import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { readClipboard, copyToClipboard } from '#renderer/domain/label-document/object-clipboard.ts';
import { designObjects, saved } from './document-support.ts';

const KEY = 'strobe.copied-objects';
const RECT = { type: 'Rect', x: 1, y: 2, width: 3, height: 4 };

beforeEach(() => {
  localStorage.clear();
});

describe('copied objects', () => {
  it('can be pasted as new objects of the same kind, with unknown keys', () => {
    fc.assert(
      fc.property(fc.array(designObjects, { minLength: 1, maxLength: 4 }), (objects) => {
        expect(copyToClipboard(objects)).toBe(true);
        const copied = readClipboard();
        expect(copied).toEqual(saved(objects));
        expect(copied.filter((object) => objects.includes(object))).toEqual([]);
      }),
    );
  });

  it('are those of the last copy', () => {
    copyToClipboard([RECT, RECT]);
    copyToClipboard([{ ...RECT, x: 9 }]);
    expect(readClipboard()).toEqual([{ ...RECT, x: 9 }]);
  });

  it('are none before anything was copied', () => {
    expect(readClipboard()).toEqual([]);
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
  ])('are none if something else is stored under their key: %s', (text) => {
    localStorage.setItem(KEY, text);
    expect(readClipboard()).toEqual([]);
  });

  it('are not stored if there is no space, and the earlier ones stay', () => {
    copyToClipboard([RECT]);
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
    expect(copyToClipboard([{ ...RECT, x: 9 }], () => full)).toBe(false);
    expect(readClipboard(() => full)).toEqual([RECT]);
  });

  it('are neither stored nor pasted in a browser that blocks storage', () => {
    const blocked = (): Storage => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    expect([copyToClipboard([RECT], blocked), readClipboard(blocked)]).toEqual([false, []]);
  });
});
