import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGroup, objectsOf, type DesignObject } from '#renderer/panels/designer/document/design-object.ts';
import {
  allObjects,
  editObjects,
  findAt,
  holderOf,
  indexOf,
  insertAt,
  outermost,
  pointersOf,
  removeAt,
} from '#renderer/panels/designer/document/object-tree.ts';
import type { LabelDocument } from '#renderer/stores/labels.ts';
import { designObjects, documents, filledDocuments, selections } from './document-support.ts';

const RECT = { type: 'Rect', x: 1, y: 2 };
const LINE = { type: 'PolyLine', points: [0, 0, 5, 5] };
const INNER = { type: 'ObjectGroup', children: [LINE] };
const OUTER = { type: 'ObjectGroup', name: 'Address', children: [INNER, RECT] };
const TEXT = { type: 'Text', text: 'Lot' };
const DOCUMENT: LabelDocument = { format: 3, width: 20, height: 10, objs: [TEXT, OUTER] };

/** What a JSON pointer leads to, step by step. */
function valueAt(document: LabelDocument, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document);
}

/** Every object that the pointers neither name, nor lead through, nor lie around. */
function untouched(document: LabelDocument, pointers: readonly string[]): DesignObject[] {
  const isApart = (own: string) => pointers.every((other) => own !== other && !own.startsWith(`${other}/`) && !other.startsWith(`${own}/`));
  return allObjects(document).flatMap(({ pointer, object }) => (isApart(pointer) ? [object] : []));
}

/** Groups, and the label, that lie around one of the pointers, without what they hold. */
function framesAround(document: LabelDocument, pointers: readonly string[]): unknown[] {
  const around = allObjects(document).filter(({ pointer }) => pointers.some((other) => other.startsWith(`${pointer}/`)));
  return [document, ...around.map(({ object }) => object)].map(({ objs: _objs, children: _children, ...frame }) => frame);
}

describe('what is no object of a label', () => {
  const document: LabelDocument = { objs: [null, { type: 'Rect' }, { type: 'ObjectGroup', children: [7, { type: 'Text' }] }] };

  it('is counted by pointers and is none of its objects', () => {
    expect(allObjects(document).map(({ pointer }) => pointer)).toEqual(['/objs/1', '/objs/2', '/objs/2/children/1']);
  });

  it('stays where it is whatever is edited, put in or taken away', () => {
    const edited = editObjects(document, (object) => (object['type'] === 'Text' ? [{ ...object, x: 2 }] : undefined));
    expect(edited['objs']).toEqual([null, { type: 'Rect' }, { type: 'ObjectGroup', children: [7, { type: 'Text', x: 2 }] }]);
    expect(removeAt(document, ['/objs/1', '/objs/2/children/1'])['objs']).toEqual([null, { type: 'ObjectGroup', children: [7] }]);
    const put = insertAt(document, { holder: '/objs/2', index: 1 }, [{ type: 'Ellipse' }]);
    expect(findAt(put, '/objs/2')?.['children']).toEqual([7, { type: 'Ellipse' }, { type: 'Text' }]);
  });

  it('is not overwritten where a list should be, and a list is begun where there is nothing', () => {
    const broken = { objs: [{ type: 'ObjectGroup', children: 'none' }] };
    expect(insertAt({ objs: 'none' }, { holder: '', index: 0 }, [{ type: 'Rect' }])).toEqual({ objs: 'none' });
    expect(insertAt(broken, { holder: '/objs/0', index: 0 }, [{ type: 'Rect' }])).toEqual(broken);
    expect(insertAt({ format: 3 }, { holder: '', index: 0 }, [{ type: 'Rect' }])).toEqual({ format: 3, objs: [{ type: 'Rect' }] });
  });
});

describe('the objects of a document', () => {
  it('come in the order in which they are drawn, groups before what is in them', () => {
    expect(allObjects(DOCUMENT)).toEqual([
      { pointer: '/objs/0', object: TEXT },
      { pointer: '/objs/1', object: OUTER },
      { pointer: '/objs/1/children/0', object: INNER },
      { pointer: '/objs/1/children/0/children/0', object: LINE },
      { pointer: '/objs/1/children/1', object: RECT },
    ]);
  });

  it('are where their pointers lead, and are found there', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const { pointer, object } of allObjects(document)) {
          expect(valueAt(document, pointer)).toBe(object);
          expect(findAt(document, pointer)).toBe(object);
          expect(pointersOf(document, new Set([object]))).toEqual([pointer]);
        }
      }),
    );
  });

  it('are found by what they are in and their place there', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const { pointer, object } of allObjects(document)) {
          const holder = holderOf(pointer);
          const siblings = holder === '' ? objectsOf(document, 'objs') : objectsOf(findAt(document, holder) ?? {}, 'children');
          expect(siblings[indexOf(pointer)]).toBe(object);
        }
      }),
    );
  });

  it('are told by identity, in the order in which they are drawn', () => {
    expect(pointersOf(DOCUMENT, new Set([RECT, TEXT, INNER, { ...LINE }]))).toEqual([
      '/objs/0',
      '/objs/1/children/0',
      '/objs/1/children/1',
    ]);
  });

  it('are not found where nothing is', () => {
    expect(['', '/objs', '/objs/2', '/objs/0/children/0', '/width'].map((pointer) => findAt(DOCUMENT, pointer))).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    expect(allObjects({})).toEqual([]);
  });
});

describe('pointers of which none lies in another', () => {
  it('leave out what is in a chosen group, however deep', () => {
    expect(outermost(['/objs/1/children/0', '/objs/10', '/objs/1', '/objs/1/children/0/children/3', '/objs/11/children/1'])).toEqual([
      '/objs/10',
      '/objs/1',
      '/objs/11/children/1',
    ]);
  });

  it('hold every object once that the others hold', () => {
    fc.assert(
      fc.property(selections, ({ document, pointers }) => {
        const within = (chosen: readonly string[]) =>
          allObjects(document).flatMap(({ pointer }) =>
            chosen
              .filter((one) => pointer === one || pointer.startsWith(`${one}/`))
              .slice(0, 1)
              .map(() => pointer),
          );
        const outer = outermost(pointers);
        expect(within(outer)).toEqual(within(pointers));
        for (const { pointer } of allObjects(document)) {
          expect(outer.filter((one) => pointer === one || pointer.startsWith(`${one}/`)).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('an edit of a document', () => {
  it('gives the very same document when nothing is changed', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(editObjects(document, () => undefined)).toBe(document);
        expect(editObjects(document, (object) => [object])).toBe(document);
        expect(removeAt(document, [])).toBe(document);
      }),
    );
  });

  it('puts others in the place of objects, and leaves all others the very same, with keys that nobody knows', () => {
    fc.assert(
      fc.property(selections, designObjects, ({ document, pointers }, replacement) => {
        const outer = outermost(pointers);
        const edited = editObjects(document, (_, pointer) => (outer.includes(pointer) ? [{ ...replacement }] : undefined));
        const kept = new Set(allObjects(edited).map(({ object }) => object));
        for (const pointer of outer) expect(findAt(edited, pointer)).toEqual(replacement);
        for (const object of untouched(document, outer)) expect(kept.has(object)).toBe(true);
        expect(framesAround(edited, outer)).toEqual(framesAround(document, outer));
      }),
    );
  });

  it('takes objects away, with all that is in them, and leaves all others the very same', () => {
    fc.assert(
      fc.property(selections, ({ document, pointers }) => {
        const rest = removeAt(document, pointers);
        const gone = new Set(pointers.map((pointer) => findAt(document, pointer)));
        const left = allObjects(rest).map(({ object }) => object);
        expect(left.filter((object) => gone.has(object))).toEqual([]);
        const drawn = left.filter((object) => !isGroup(object));
        const isWithin = (pointer: string) => pointers.some((other) => pointer === other || pointer.startsWith(`${other}/`));
        const expected = allObjects(document).filter(({ pointer, object }) => !isGroup(object) && !isWithin(pointer));
        expect(drawn.length).toBe(expected.length);
        for (const [index, { object }] of expected.entries()) expect(drawn[index]).toBe(object);
      }),
    );
  });

  it('visits nothing in what was replaced', () => {
    const visited: string[] = [];
    editObjects(DOCUMENT, (object, pointer) => {
      visited.push(pointer);
      return object === INNER ? [] : undefined;
    });
    expect(visited).toEqual(['/objs/0', '/objs/1', '/objs/1/children/0', '/objs/1/children/1']);
  });

  it('puts several in the place of one, and tells the visitor where each was before', () => {
    const twice = editObjects(DOCUMENT, (object, pointer) => (isGroup(object) ? undefined : [{ was: pointer }, object]));
    expect(twice).toEqual({
      ...DOCUMENT,
      objs: [
        { was: '/objs/0' },
        TEXT,
        {
          ...OUTER,
          children: [{ ...INNER, children: [{ was: '/objs/1/children/0/children/0' }, LINE] }, { was: '/objs/1/children/1' }, RECT],
        },
      ],
    });
  });
});

describe('objects put into a document', () => {
  it('stand before the object of that index, in the label or in a group', () => {
    const [first, second] = [{ type: 'New' }, { type: 'Newer' }];
    expect(insertAt(DOCUMENT, { holder: '', index: 1 }, [first, second])).toEqual({ ...DOCUMENT, objs: [TEXT, first, second, OUTER] });
    expect(insertAt(DOCUMENT, { holder: '/objs/1/children/0', index: 1 }, [first])).toEqual({
      ...DOCUMENT,
      objs: [TEXT, { ...OUTER, children: [{ ...INNER, children: [LINE, first] }, RECT] }],
    });
  });

  it('begin the list of a label that has none', () => {
    expect(insertAt({ format: 3 }, { holder: '', index: 0 }, [RECT])).toEqual({ format: 3, objs: [RECT] });
  });

  it('are found where they were put, and taken away again leave the document as it was', () => {
    fc.assert(
      fc.property(filledDocuments, fc.nat(), fc.array(designObjects, { minLength: 1, maxLength: 3 }), (document, choice, objects) => {
        const all = allObjects(document);
        const { pointer } = all[choice % all.length]!;
        const holder = holderOf(pointer);
        const filled = insertAt(document, { holder, index: indexOf(pointer) }, objects);
        const pointers = objects.map((_, index) => pointer.replace(/\d+$/u, String(indexOf(pointer) + index)));
        for (const [index, own] of pointers.entries()) expect(findAt(filled, own)).toBe(objects[index]);
        expect(removeAt(filled, pointers)).toEqual(document);
      }),
    );
  });
});
