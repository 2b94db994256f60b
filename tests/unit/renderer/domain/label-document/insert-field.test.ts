import { describe, expect, it } from 'vitest';
import { lacksContent, withField } from '#renderer/domain/label-document/insert-field.ts';

const FIELD = '{TABLE;Name}';

describe('a data field', () => {
  it('follows the text of an object', () => {
    expect(withField({ type: 'Text', text: 'Lot ' }, FIELD)).toEqual({ type: 'Text', text: 'Lot {TABLE;Name}' });
  });

  it.each([
    [[{ id: '01', value: '9501101530003' }], undefined],
    [
      [
        { id: '01', value: '' },
        { id: '10', value: '' },
      ],
      [
        { id: '01', value: FIELD },
        { id: '10', value: '' },
      ],
    ],
    [[['10', '']], [['10', FIELD]]],
  ])('is the value of the first empty element string of %j', (apps, filled) => {
    const object = withField({ type: 'GS1-128', apps }, FIELD);
    expect(object).toEqual(filled && { type: 'GS1-128', apps: filled });
  });

  it('is not taken by an object without text', () => {
    expect(withField({ type: 'Rect', width: 1 }, FIELD)).toBeUndefined();
  });
});

describe('an object', () => {
  it.each([
    [{ type: 'QRCode', text: '' }, true],
    [{ type: 'QRCode', text: 'A' }, false],
    [{ type: 'GS1-128', apps: [{ id: '01', value: '' }] }, true],
    [{ type: 'Text', text: '' }, false],
    [{ type: 'Rect' }, false],
  ])('%j lacks content: %s', (object, isLacking) => {
    expect(lacksContent(object)).toBe(isLacking);
  });
});
