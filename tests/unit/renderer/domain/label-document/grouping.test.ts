import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DesignObject, isGroup, type LabelDocument, objectsOf } from '#renderer/domain/label-document/design-object.ts';
import { groupObjects, restackObject, objectOutsideGroups, ungroupObjects, type Step } from '#renderer/domain/label-document/grouping.ts';
import { allObjects, findAt, parentPointer, indexOf, outermost, pointersOf } from '#renderer/domain/label-document/object-tree.ts';
import { documents, drawnObjects, filledDocuments, selections } from './document-support.ts';

const A: DesignObject = { type: 'Rect', name: 'A' };
const B: DesignObject = { type: 'Rect', name: 'B' };
const C: DesignObject = { type: 'Rect', name: 'C' };
const D: DesignObject = { type: 'Rect', name: 'D' };
const DOCUMENT: LabelDocument = { format: 3, madeBy: 'hand', objs: [A, { type: 'ObjectGroup', children: [B] }, C, D] };

/** The indexes of the objects, compared by identity. */
function placesOf(objects: readonly DesignObject[], among: readonly DesignObject[]): number[] {
  return objects.map((object) => among.indexOf(object));
}

function siblingsOf(document: LabelDocument, pointer: string): readonly DesignObject[] {
  const holder = parentPointer(pointer);
  return holder === '' ? objectsOf(document, 'objs') : objectsOf(findAt(document, holder) ?? {}, 'children');
}

describe('grouping objects', () => {
  it('keeps their order, at the position of the topmost one', () => {
    const { document, objects } = groupObjects(DOCUMENT, ['/objs/2', '/objs/0']);
    const group = { type: 'ObjectGroup', children: [A, C] };
    expect(document).toEqual({ ...DOCUMENT, objs: [{ type: 'ObjectGroup', children: [B] }, group, D] });
    expect(objects).toEqual([group]);
    expect(pointersOf(document, new Set(objects))).toEqual(['/objs/1']);
  });

  it('takes them out of other groups, into that of the topmost one', () => {
    expect(groupObjects(DOCUMENT, ['/objs/1/children/0', '/objs/3']).document['objs']).toEqual([
      A,
      { type: 'ObjectGroup', children: [] },
      C,
      { type: 'ObjectGroup', children: [B, D] },
    ]);
    expect(groupObjects(DOCUMENT, ['/objs/1/children/0', '/objs/0']).document['objs']).toEqual([
      { type: 'ObjectGroup', children: [{ type: 'ObjectGroup', children: [A, B] }] },
      C,
      D,
    ]);
  });

  it('keeps all objects, the chosen ones together, and the order of the others', () => {
    fc.assert(
      fc.property(selections, ({ document, pointers }) => {
        const before = drawnObjects(document);
        const { document: after, objects } = groupObjects(document, pointers);
        const places = placesOf(drawnObjects(after), before);
        const chosen = placesOf(drawnObjects({ objs: objects }), before);
        const isChosen = new Set(chosen);
        expect([...places].sort((a, b) => a - b)).toEqual(before.map((_, index) => index));
        expect(chosen).toEqual([...chosen].sort((a, b) => a - b));
        expect(places.filter((place) => !isChosen.has(place))).toEqual(before.flatMap((_, index) => (isChosen.has(index) ? [] : [index])));
        expect(
          placesOf(
            objectsOf(objects[0]!, 'children'),
            allObjects(document).map(({ object }) => object),
          ),
        ).not.toContain(-1);
        expect(pointersOf(after, new Set(objects)).length).toBe(1);
      }),
    );
  });

  it('keeps the conditions of the groups that they leave, and of no others', () => {
    const inner = { type: 'ObjectGroup', visible: '{VARIABLE;Inner}', children: [A] };
    const document: LabelDocument = { objs: [{ type: 'ObjectGroup', visible: '{VARIABLE;Outer}', children: [inner, B] }, C] };
    const within = groupObjects(document, ['/objs/0/children/0/children/0', '/objs/0/children/1']);
    expect(within.objects).toEqual([{ type: 'ObjectGroup', children: [{ ...A, visible: '{VARIABLE;Inner}' }, B] }]);
    const out = groupObjects(document, ['/objs/0/children/1', '/objs/1']);
    expect(out.objects).toEqual([{ type: 'ObjectGroup', children: [{ ...B, visible: '{VARIABLE;Outer}' }, C] }]);
  });

  it('does nothing if one of them would lose a condition', () => {
    const hiding = { type: 'ObjectGroup', visible: '{VARIABLE;Outer}', children: [{ ...A, visible: '{VARIABLE;Own}' }] };
    const document: LabelDocument = { objs: [hiding, C] };
    const { document: after, objects, stayed } = groupObjects(document, ['/objs/0/children/0', '/objs/1']);
    expect([after === document, objects, stayed]).toEqual([true, [hiding.children[0], C], [hiding]]);
  });

  it('returns the same document without objects', () => {
    for (const pointers of [[], ['/objs/9'], ['']]) {
      const { document, objects } = groupObjects(DOCUMENT, pointers);
      expect([document === DOCUMENT, objects]).toEqual([true, []]);
    }
  });
});

describe('ungrouping objects', () => {
  it('keeps their drawing order', () => {
    fc.assert(
      fc.property(selections, ({ document, pointers }) => {
        const together = groupObjects(document, pointers);
        const before = drawnObjects(together.document);
        const apart = ungroupObjects(together.document, pointersOf(together.document, new Set(together.objects)));
        expect(placesOf(drawnObjects(apart.document), before)).toEqual(before.map((_, index) => index));
        expect(apart.objects).toEqual(objectsOf(together.objects[0]!, 'children'));
      }),
    );
  });

  it('reverses the grouping of neighbours', () => {
    fc.assert(
      fc.property(filledDocuments, fc.nat(), fc.nat(), (document, choice, count) => {
        const all = allObjects(document);
        const { pointer } = all[choice % all.length]!;
        const more = count % (siblingsOf(document, pointer).length - indexOf(pointer));
        const pointers = Array.from({ length: more + 1 }, (_, index) => pointer.replace(/\d+$/u, String(indexOf(pointer) + index)));
        const together = groupObjects(document, pointers).document;
        expect(ungroupObjects(together, [pointer]).document).toEqual(document);
      }),
    );
  });

  it('keeps other groups, nested ones too, and all other objects unchanged', () => {
    fc.assert(
      fc.property(selections, ({ document, pointers }) => {
        const outer = outermost(pointers).filter((pointer) => isGroup(findAt(document, pointer)!));
        const { document: after, objects } = ungroupObjects(document, pointers);
        const dissolved = new Set(outer.map((pointer) => findAt(document, pointer)));
        const kept = drawnObjects(document);
        expect(placesOf(drawnObjects(after), kept)).toEqual(kept.map((_, index) => index));
        expect(allObjects(after).filter(({ object }) => dissolved.has(object))).toEqual([]);
        expect(allObjects(after).length).toBe(allObjects(document).length - outer.length);
        expect(pointersOf(after, new Set(objects)).length).toBe(objects.length);
        if (outer.length === 0) expect(after).toBe(document);
      }),
    );
  });

  it('joins the condition of their group with their own', () => {
    const own = '{IF;{YEAR};>;2027;1;0}';
    const group = { type: 'ObjectGroup', visible: '{VARIABLE;Shown}', children: [A, { ...B, visible: own }] };
    const { document, objects } = ungroupObjects({ format: 3, objs: [C, group] }, ['/objs/1']);
    const freed = [
      { ...A, visible: '{VARIABLE;Shown}' },
      { ...B, visible: '{IF;{YEAR};>;2027;{VARIABLE;Shown};0}' },
    ];
    expect([document, objects]).toEqual([{ format: 3, objs: [C, ...freed] }, freed]);
  });

  it('keeps a group whose condition cannot be joined with theirs, and reports it', () => {
    const group = { type: 'ObjectGroup', visible: '{VARIABLE;Shown}', children: [A, { ...B, visible: '{VARIABLE;More}' }] };
    const before: LabelDocument = { format: 3, objs: [group, { type: 'ObjectGroup', children: [C] }] };
    const { document, objects, stayed } = ungroupObjects(before, ['/objs/0', '/objs/1']);
    expect([document, objects, stayed]).toEqual([{ format: 3, objs: [group, C] }, [group, C], [group]]);
  });

  it('drops no entry that is not an object', () => {
    const group = { type: 'ObjectGroup', children: [A, null, 7] };
    expect(ungroupObjects({ objs: [group] }, ['/objs/0'])).toEqual({ document: { objs: [A, null, 7] }, objects: [A], stayed: [] });
    const broken: LabelDocument = { objs: [{ type: 'ObjectGroup', children: 'none' }] };
    expect(ungroupObjects(broken, ['/objs/0']).document).toBe(broken);
  });

  it('of an empty group leaves nothing', () => {
    const empty: LabelDocument = { format: 3, objs: [A, { type: 'ObjectGroup', children: [] }] };
    expect(ungroupObjects(empty, ['/objs/1'])).toEqual({ document: { format: 3, objs: [A] }, objects: [], stayed: [] });
  });
});

describe('an object that is moved among its siblings', () => {
  const steps = fc.constantFrom<Step>('front', 'forward', 'backward', 'back');

  it.each<[Step, string]>([
    ['front', 'ACDB'],
    ['forward', 'ACBD'],
    ['backward', 'BACD'],
    ['back', 'BACD'],
  ])('moves to the given position: %s', (step, order) => {
    const document: LabelDocument = { format: 3, objs: [A, B, C, D] };
    const { document: after, objects } = restackObject(document, '/objs/1', step);
    expect([
      objectsOf(after, 'objs')
        .map(({ name }) => name)
        .join(''),
      objects,
    ]).toEqual([order, [B]]);
  });

  it('keeps the order of its siblings, and everything else', () => {
    fc.assert(
      fc.property(filledDocuments, fc.nat(), steps, (document, choice, step) => {
        const all = allObjects(document);
        const { pointer, object } = all[choice % all.length]!;
        const { document: after, objects } = restackObject(document, pointer, step);
        const [before, now] = [siblingsOf(document, pointer), siblingsOf(after, pointer)];
        expect(objects.length === 1 && objects[0] === object).toBe(true);
        const rest = before.filter((other) => other !== object);
        expect(
          placesOf(
            now.filter((other) => other !== object),
            rest,
          ),
        ).toEqual(rest.map((_, index) => index));
        const last = before.length - 1;
        const index = indexOf(pointer);
        const place = { front: last, forward: Math.min(last, index + 1), backward: Math.max(0, index - 1), back: 0 }[step];
        expect(now.indexOf(object)).toBe(place);
        expect(allObjects(after).length).toBe(all.length);
        if (place === index) expect(after).toBe(document);
      }),
    );
  });

  it('returns to its position when it is moved forward and backward', () => {
    fc.assert(
      fc.property(filledDocuments, fc.nat(), (document, choice) => {
        const all = allObjects(document);
        const { pointer, object } = all[choice % all.length]!;
        fc.pre(indexOf(pointer) < siblingsOf(document, pointer).length - 1);
        const forward = restackObject(document, pointer, 'forward').document;
        const [moved] = pointersOf(forward, new Set([object]));
        expect(restackObject(forward, moved!, 'backward').document).toEqual(document);
      }),
    );
  });

  it('changes nothing if there is no object', () => {
    fc.assert(
      fc.property(documents, steps, (document, step) => {
        const { document: after, objects } = restackObject(document, '/objs/99', step);
        expect([after === document, objects]).toEqual([true, []]);
      }),
    );
  });
});

describe('an object that is taken out of its groups', () => {
  const inGroups = (visible: string | undefined, own: string | undefined) => ({
    objs: [
      {
        type: 'ObjectGroup',
        ...(visible === undefined ? {} : { visible }),
        children: [{ type: 'Rect', ...(own === undefined ? {} : { visible: own }) }],
      },
    ],
  });
  const POINTER = '/objs/0/children/0';

  it('is the same object if no group hides it', () => {
    const document = inGroups(undefined, '{VARIABLE;Own}');
    expect(objectOutsideGroups(document, POINTER)).toBe(document.objs[0]?.children[0]);
  });

  it('takes the condition of its group along', () => {
    expect(objectOutsideGroups(inGroups('{VARIABLE;Shown}', undefined), POINTER)).toEqual({ type: 'Rect', visible: '{VARIABLE;Shown}' });
  });

  it('takes the group along if the two conditions cannot be joined', () => {
    expect(objectOutsideGroups(inGroups('{VARIABLE;Shown}', '{VARIABLE;Own}'), POINTER)).toEqual({
      type: 'ObjectGroup',
      visible: '{VARIABLE;Shown}',
      children: [{ type: 'Rect', visible: '{VARIABLE;Own}' }],
    });
  });
});
