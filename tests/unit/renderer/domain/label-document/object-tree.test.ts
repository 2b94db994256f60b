import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DesignObject, isGroup, type LabelDocument, objectsOf } from '#renderer/domain/label-document/design-object.ts';
import {
  allObjects,
  editObjects,
  findAt,
  parentPointer,
  indexOf,
  insertAt,
  outermost,
  pointersOf,
  removeAt,
} from '#renderer/domain/label-document/object-tree.ts';
import { designObjects, documents, filledDocuments, selections } from './document-support.ts';

const RECT = { type: 'Rect', x: 1, y: 2 };
const LINE = { type: 'PolyLine', points: [0, 0, 5, 5] };
const INNER = { type: 'ObjectGroup', children: [LINE] };
const OUTER = { type: 'ObjectGroup', name: 'Address', children: [INNER, RECT] };
const TEXT = { type: 'Text', text: 'Lot' };
const DOCUMENT: LabelDocument = { format: 3, width: 20, height: 10, objs: [TEXT, OUTER] };

/** The value at a JSON pointer. */
function valueAt(document: LabelDocument, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document);
}

/** Every object that is not named by a pointer, nor an ancestor or descendant of one. */
function untouched(document: LabelDocument, pointers: readonly string[]): DesignObject[] {
  const isApart = (own: string) => pointers.every((other) => own !== other && !own.startsWith(`${other}/`) && !other.startsWith(`${own}/`));
  return allObjects(document).flatMap(({ pointer, object }) => (isApart(pointer) ? [object] : []));
}

/** The groups, and the label, around the pointers, without their children. */
function framesAround(document: LabelDocument, pointers: readonly string[]): unknown[] {
  const around = allObjects(document).filter(({ pointer }) => pointers.some((other) => other.startsWith(`${pointer}/`)));
  return [document, ...around.map(({ object }) => object)].map(({ objs: _objs, children: _children, ...frame }) => frame);
}

describe('an entry that is not an object', () => {
  const document: LabelDocument = { objs: [null, { type: 'Rect' }, { type: 'ObjectGroup', children: [7, { type: 'Text' }] }] };

  it('is counted by pointers and is not among the objects', () => {
    expect(allObjects(document).map(({ pointer }) => pointer)).toEqual(['/objs/1', '/objs/2', '/objs/2/children/1']);
  });

  it('stays where it is during edits, insertions and removals', () => {
    const edited = editObjects(document, (object) => (object['type'] === 'Text' ? [{ ...object, x: 2 }] : undefined));
    expect(edited['objs']).toEqual([null, { type: 'Rect' }, { type: 'ObjectGroup', children: [7, { type: 'Text', x: 2 }] }]);
    expect(removeAt(document, ['/objs/1', '/objs/2/children/1'])['objs']).toEqual([null, { type: 'ObjectGroup', children: [7] }]);
    const put = insertAt(document, { holder: '/objs/2', index: 1 }, [{ type: 'Ellipse' }]);
    expect(findAt(put, '/objs/2')?.['children']).toEqual([7, { type: 'Ellipse' }, { type: 'Text' }]);
  });

  it('is not overwritten by a list, while a missing list is created', () => {
    const broken = { objs: [{ type: 'ObjectGroup', children: 'none' }] };
    expect(insertAt({ objs: 'none' }, { holder: '', index: 0 }, [{ type: 'Rect' }])).toEqual({ objs: 'none' });
    expect(insertAt(broken, { holder: '/objs/0', index: 0 }, [{ type: 'Rect' }])).toEqual(broken);
    expect(insertAt({ format: 3 }, { holder: '', index: 0 }, [{ type: 'Rect' }])).toEqual({ format: 3, objs: [{ type: 'Rect' }] });
  });
});

describe('the objects of a document', () => {
  it('are in drawing order, groups before their children', () => {
    expect(allObjects(DOCUMENT)).toEqual([
      { pointer: '/objs/0', object: TEXT },
      { pointer: '/objs/1', object: OUTER },
      { pointer: '/objs/1/children/0', object: INNER },
      { pointer: '/objs/1/children/0/children/0', object: LINE },
      { pointer: '/objs/1/children/1', object: RECT },
    ]);
  });

  it('are found at their pointers', () => {
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

  it('are found by container and index', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const { pointer, object } of allObjects(document)) {
          const holder = parentPointer(pointer);
          const siblings = holder === '' ? objectsOf(document, 'objs') : objectsOf(findAt(document, holder) ?? {}, 'children');
          expect(siblings[indexOf(pointer)]).toBe(object);
        }
      }),
    );
  });

  it('are identified by identity, in drawing order', () => {
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

describe('the outermost pointers', () => {
  it('exclude the children of a chosen group, at any depth', () => {
    expect(outermost(['/objs/1/children/0', '/objs/10', '/objs/1', '/objs/1/children/0/children/3', '/objs/11/children/1'])).toEqual([
      '/objs/10',
      '/objs/1',
      '/objs/11/children/1',
    ]);
  });

  it('contain every chosen object once', () => {
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
  it('returns the same document if nothing is changed', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(editObjects(document, () => undefined)).toBe(document);
        expect(editObjects(document, (object) => [object])).toBe(document);
        expect(removeAt(document, [])).toBe(document);
      }),
    );
  });

  it('replaces objects and leaves all others unchanged, with unknown keys', () => {
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

  it('removes objects with their children and leaves all others unchanged', () => {
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

  it('does not visit the replacement', () => {
    const visited: string[] = [];
    editObjects(DOCUMENT, (object, pointer) => {
      visited.push(pointer);
      return object === INNER ? [] : undefined;
    });
    expect(visited).toEqual(['/objs/0', '/objs/1', '/objs/1/children/0', '/objs/1/children/1']);
  });

  it('can replace one object with several, and passes the original pointers to the visitor', () => {
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

describe('inserted objects', () => {
  it('are before the object at that index, in the label or in a group', () => {
    const [first, second] = [{ type: 'New' }, { type: 'Newer' }];
    expect(insertAt(DOCUMENT, { holder: '', index: 1 }, [first, second])).toEqual({ ...DOCUMENT, objs: [TEXT, first, second, OUTER] });
    expect(insertAt(DOCUMENT, { holder: '/objs/1/children/0', index: 1 }, [first])).toEqual({
      ...DOCUMENT,
      objs: [TEXT, { ...OUTER, children: [{ ...INNER, children: [LINE, first] }, RECT] }],
    });
  });

  it('create the list of a label that has none', () => {
    expect(insertAt({ format: 3 }, { holder: '', index: 0 }, [RECT])).toEqual({ format: 3, objs: [RECT] });
  });

  it('are found at their position, and removing them restores the document', () => {
    fc.assert(
      fc.property(filledDocuments, fc.nat(), fc.array(designObjects, { minLength: 1, maxLength: 3 }), (document, choice, objects) => {
        const all = allObjects(document);
        const { pointer } = all[choice % all.length]!;
        const holder = parentPointer(pointer);
        const filled = insertAt(document, { holder, index: indexOf(pointer) }, objects);
        const pointers = objects.map((_, index) => pointer.replace(/\d+$/u, String(indexOf(pointer) + index)));
        for (const [index, own] of pointers.entries()) expect(findAt(filled, own)).toBe(objects[index]);
        expect(removeAt(filled, pointers)).toEqual(document);
      }),
    );
  });
});
