import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { fieldErrors } from '#contract/parse-input.ts';
import type { DesignObject, LabelDocument } from '#renderer/domain/label-document/design-object.ts';
import { DrawableReader } from '#renderer/domain/label-document/drawable.ts';
import { allObjects, editObjects } from '#renderer/domain/label-document/object-tree.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { locateObjects } from '#rendering/document/locate-objects.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { LabelPreview } from '#rendering/label/preview/label-preview.ts';
import { randomLabel } from '#support/random-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { AT_300_DPI, fonts, TEN_PER_MM, VALUES } from '../../../electron/rendering/drawing-support.ts';
import { saved } from './document-support.ts';

const RECT = { type: 'Rect', x: 1, y: 1, width: 3, height: 4 };
const TEXT = { type: 'Text', x: 5, y: 1, text: 'Lot', font: { family: 'Arimo', height: 3 } };
const LATER = { type: 'Hologram', x: 1, y: 1 };

const labels = fc.integer({ min: 1, max: 100_000 }).map((seed) => saved(randomLabel(seed).label) as LabelDocument);

function documentOf(objs: readonly unknown[], rest: LabelDocument = {}): LabelDocument {
  return { format: 3, width: 20, height: 10, objs, ...rest };
}

/** The objects that draw something, by pointer. */
function located(label: Label): Map<string, unknown> {
  return new Map(locateObjects(label).map(({ pointer, object }) => [pointer, object]));
}

function printed(label: Label) {
  return printLabel(compileLabel(label, TEN_PER_MM, fonts), VALUES);
}

describe('a valid document', () => {
  it.each(Array.from({ length: 20 }, (_, index) => 9_001 + index))('is drawn as the service draws it, dot for dot, for seed %i', (seed) => {
    const { label, prints } = randomLabel(seed);
    const document = saved(label) as LabelDocument;
    const { label: read, faults } = new DrawableReader().read(document);
    const draw = (one: Label) => printLabel(compileLabel(one, AT_300_DPI, fonts), prints[0]);
    expect(faults).toEqual([]);
    expect(draw(read)).toEqual(draw(labelSchema.parse(document)));
  });

  it('is what the controller reads of it, without its tests', () => {
    const document = documentOf([TEXT, { type: 'ObjectGroup', name: 'Frame', visible: '0', children: [RECT] }], {
      rotation: 'CW90',
      madeBy: { plant: 7 },
      labelTests: [{ at: '2026-11-30T12:00:00Z', expect: { '/objs/0': 'Lot' } }],
    });
    const { labelTests: _tests, objs, ...frame } = labelSchema.parse(document);
    expect(new DrawableReader().read(document)).toEqual({
      label: { ...frame, objs },
      faults: [],
    });
  });

  it('returns the same objects at each read, and after a change all unchanged ones', () => {
    fc.assert(
      fc.property(labels, fc.nat(), (document, choice) => {
        const reader = new DrawableReader();
        const before = located(reader.read(document).label);
        for (const [pointer, object] of located(reader.read(document).label)) expect(object).toBe(before.get(pointer));
        const pointers = [...before.keys()];
        fc.pre(pointers.length > 0);
        const changed = pointers[choice % pointers.length]!;
        const edited = editObjects(document, (object, pointer) => (pointer === changed ? [{ ...object }] : undefined));
        const after = located(reader.read(edited).label);
        expect([...after.keys()].filter((pointer) => after.get(pointer) !== before.get(pointer))).toEqual([changed]);
        expect(after).toEqual(before);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('is redrawn only where it was changed', () => {
    const reader = new DrawableReader();
    const sheet = new LabelPreview(TEN_PER_MM, fonts);
    const document = documentOf([TEXT, { type: 'ObjectGroup', children: [RECT] }]);
    const moved = editObjects(document, (object) => (object === RECT ? [{ ...RECT, x: 2 }] : undefined));
    sheet.update(reader.read(document).label, VALUES);
    expect(sheet.update(reader.read(structuredClone(document)).label, VALUES)).not.toEqual([]);
    sheet.update(reader.read(document).label, VALUES);
    expect(sheet.update(reader.read(document).label, VALUES)).toEqual([]);
    expect(sheet.update(reader.read(moved).label, VALUES)).toEqual([
      { left: 9, top: 9, width: 32, height: 42 },
      { left: 19, top: 9, width: 32, height: 42 },
    ]);
  });
});

describe('an invalid document', () => {
  it('leaves out what cannot be read, and every other object keeps its pointer', () => {
    const group = { type: 'ObjectGroup', children: [LATER, RECT] };
    const { label, faults } = new DrawableReader().read(documentOf([{ ...RECT, width: -1 }, TEXT, group]));
    expect([...located(label)]).toEqual([
      ['/objs/1', { ...TEXT, font: { ...TEXT.font, style: '' } }],
      ['/objs/2/children/1', RECT],
    ]);
    expect(printed(label)).toEqual(printed(labelSchema.parse(documentOf([TEXT, RECT]))));
    expect(faults).toEqual([
      { pointer: '/objs/0/width', detail: 'must be greater than 0' },
      { pointer: '/objs/2/children/0/type', detail: expect.stringContaining('must be an object whose type is one of') as string },
    ]);
  });

  it('reports the same faults at the same positions as the controller, for any drawn object', () => {
    const wrong = fc.constantFrom<[string, unknown]>(
      ['type', 'Hologram'],
      ['x', 'left'],
      ['x', 20_000],
      ['width', -1],
      ['height', null],
      ['rotation', 45],
      ['visible', 1],
      ['name', 7],
      ['font', { family: '', height: 0 }],
      ['points', [1, 2, 3]],
      ['moduleSize', 0],
    );
    const breakable = fc.tuple(labels, fc.array(fc.tuple(fc.nat(), wrong), { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(breakable, ([document, breaks]) => {
        const pointers = [...located(labelSchema.parse(document)).keys()];
        fc.pre(pointers.length > 0);
        const chosen = new Map(breaks.map(([choice, [key, value]]) => [pointers[choice % pointers.length], { [key]: value }]));
        const broken = editObjects(document, (object, pointer) =>
          chosen.has(pointer) ? [{ ...object, ...chosen.get(pointer) }] : undefined,
        );
        const checked = labelSchema.safeParse(broken);
        const { label, faults } = new DrawableReader().read(broken);
        expect(faults).toEqual(checked.success ? [] : fieldErrors(checked.error));
        expect(allObjects(label).map(({ pointer }) => pointer).length).toBe(allObjects(broken).length);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('reports the faults of the label itself first, and draws its objects at their size', () => {
    const { label, faults } = new DrawableReader().read(
      documentOf([{ ...RECT, x: null }, RECT], { format: 2, width: -1, bgColor: 'black' }),
    );
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/format', '/width', '/objs/0/x']);
    expect(label).toEqual({ format: 3, width: 0, height: 10, bgColor: 'black', objs: [{ type: 'ObjectGroup', children: [] }, RECT] });
  });

  it('may have a group without objects, as on the controller', () => {
    const { label, faults } = new DrawableReader().read(documentOf([{ type: 'ObjectGroup' }]));
    expect([label.objs, faults]).toEqual([[{ type: 'ObjectGroup', children: [] }], []]);
  });

  it('reports the required keys if it is empty', () => {
    const { label, faults } = new DrawableReader().read({});
    expect(label).toEqual({ format: 3, width: 0, height: 0, objs: [] });
    expect(faults.map(({ pointer, detail }) => [pointer, detail])).toEqual(
      expect.arrayContaining([
        ['/width', 'is missing'],
        ['/height', 'is missing'],
      ]),
    );
  });

  it.each([
    [{ format: 3, width: 20, height: 10 }, ['/objs']],
    [documentOf([], { objs: {} }), ['/objs']],
    [documentOf([null, { ...RECT, width: -1 }, 'Rect', []]), ['/objs/0', '/objs/1/width', '/objs/2', '/objs/3']],
    [documentOf([{ type: 'ObjectGroup', children: 7 }]), ['/objs/0/children']],
    [
      documentOf([{ type: 'ObjectGroup', name: 5, visible: 5, children: [null] }]),
      ['/name', '/visible', '/children/0'].map((key) => `/objs/0${key}`),
    ],
    [documentOf(Array.from({ length: 10_001 }, () => RECT)), ['/objs']],
    [documentOf([{ type: 'ObjectGroup', children: Array.from({ length: 10_001 }, () => RECT) }]), ['/objs/0/children']],
    [documentOf([RECT], { labelTests: [{}] }), ['/labelTests/0/at', '/labelTests/0/expect']],
    [documentOf([RECT], { printDelay: -1, width: 'wide' }), ['/width', '/printDelay']],
  ])('reports the same faults as the controller, in the same words: %#', (document, pointers) => {
    const { faults } = new DrawableReader().read(document);
    const { error } = labelSchema.safeParse(document);
    expect(faults.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(faults).toEqual(error && fieldErrors(error));
  });

  it('keeps the valid keys of the label and of its groups', () => {
    const group = { type: 'ObjectGroup', name: 5, visible: '0', children: [RECT] };
    const { label } = new DrawableReader().read(documentOf([null, group], { printDelay: -1, rotation: 'CW90' }));
    const nothing = { type: 'ObjectGroup', children: [] };
    expect(label).toEqual(documentOf([nothing, { type: 'ObjectGroup', visible: '0', children: [RECT] }], { rotation: 'CW90' }));
  });

  it('reads a label or a group again only when one of its own keys changes', () => {
    const reader = new DrawableReader();
    reader.read(documentOf([RECT], { width: -1 }));
    expect(reader.read(documentOf([RECT], { width: 30 }))).toEqual({ label: documentOf([RECT], { width: 30 }), faults: [] });
    expect(reader.read({ format: 3, width: 30, objs: [] }).faults.map(({ pointer }) => pointer)).toEqual(['/height']);
  });

  it('reports the same faults at each read, at the current position of the object', () => {
    const reader = new DrawableReader();
    const bad: DesignObject = { ...RECT, height: 0 };
    const at = (objs: readonly unknown[]) => reader.read(documentOf(objs)).faults.map(({ pointer }) => pointer);
    expect([at([bad]), at([bad]), at([RECT, bad]), at([{ type: 'ObjectGroup', children: [RECT, RECT, bad] }])]).toEqual([
      ['/objs/0/height'],
      ['/objs/0/height'],
      ['/objs/1/height'],
      ['/objs/0/children/2/height'],
    ]);
  });

  it('is read again once it is corrected', () => {
    const reader = new DrawableReader();
    reader.read(documentOf([{ ...RECT, height: 0 }]));
    expect(reader.read(documentOf([RECT]))).toEqual({ label: documentOf([RECT]), faults: [] });
  });
});
