import { describe, expect, it } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { fieldErrors } from '#contract/parse-input.ts';
import { checkValidObjects } from '#rendering/label/check-valid-objects.ts';

const at = { x: 0, y: 0 };
const badEan = { type: 'EAN-13', ...at, text: '123' };
const badText = { type: 'Text', ...at, text: '{NOPE}', font: { family: 'Arial', height: 3 } };
const textless = { type: 'Text', ...at, font: { family: 'Arial', height: 3 } };

describe('the objects of a document that is not a valid label', () => {
  it('are checked if they are well-formed, next to those that are not', () => {
    expect(faultsOf({ objs: [textless, badEan, { type: 'Circle' }, badText] })).toEqual(['/objs/3/text', '/objs/1/text']);
  });

  it('are checked in groups, except in a malformed group', () => {
    const inner = { type: 'ObjectGroup', children: [badEan, { ...badEan, x: 'left' }] };
    const broken = { type: 'ObjectGroup', name: 7, children: [badEan] };
    expect(faultsOf({ objs: [{ type: 'ObjectGroup', children: [inner, badText] }, broken] })).toEqual([
      '/objs/0/children/1/text',
      '/objs/0/children/0/children/0/text',
    ]);
  });

  it('are checked regardless of faults of the label around them', () => {
    expect(faultsOf({ format: 2, width: 'wide', bgColor: 'blackish', objs: [badEan] })).toEqual(['/bgColor', '/objs/0/text']);
    expect(faultsOf({ bgColor: 7, objs: [badEan] })).toEqual(['/objs/0/text']);
  });

  it('do not require identifiers that an unreadable object may contain', () => {
    const count = { type: 'GS1-128', ...at, apps: [['37', '12']] };
    const content = { type: 'GS1-128', y: 0, apps: [['02', '09521234500014']] };
    expect(faultsOf({ objs: [count, content] })).toEqual([]);
  });

  it.each([[undefined], [null], ['label'], [[]], [{ objs: 'none' }], [{ objs: [null, 3, { type: 'ObjectGroup', children: 3 }] }]])(
    'are none in %j',
    (document) => {
      expect(checkValidObjects(document, fieldErrors(labelSchema.safeParse(document).error ?? neverHere()))).toEqual([]);
    },
  );
});

function faultsOf(parts: object): string[] {
  const document = { format: 3, width: 10, height: 'high', ...parts };
  const { error } = labelSchema.safeParse(document);
  return checkValidObjects(document, fieldErrors(error ?? neverHere())).map(({ pointer }) => pointer);
}

function neverHere(): never {
  throw new Error('the document is a label');
}
