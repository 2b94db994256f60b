import { describe, expect, it } from 'vitest';
import type { Label, LabelObject } from '#contract/api-v3/label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { withoutParts } from '#rendering/document/locate-objects.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { blit } from '#rendering/raster/blit.ts';
import { fillRect } from '#rendering/raster/fill-rect.ts';
import { LabelPreview } from '#rendering/label/preview/label-preview.ts';
import { randomLabel } from '#support/random-label.ts';
import { Random } from '#support/random.ts';
import { AT_300_DPI, fonts, labelOf, TEN_PER_MM, VALUES } from '../../drawing-support.ts';

const TEXT = { type: 'Text', x: 2, y: 2, text: 'Lot {VARIABLE;Lot}', font: { family: 'Arial', style: '', height: 2 } };
const BOX = { type: 'Rect', x: 10, y: 5, width: 4, height: 3, fillColor: 'black' };

/** A canvas that repaints only the areas that the preview reports. */
class Screen {
  picture: Bitmap = createBitmap(0, 0);
  readonly sheet: LabelPreview;

  constructor(sheet: LabelPreview) {
    this.sheet = sheet;
  }

  take(label: Label, values = VALUES): ReturnType<LabelPreview['update']> {
    const changed = this.sheet.update(label, values);
    const { width, height } = this.sheet.size;
    if (changed === 'all') this.picture = createBitmap(width, height);
    for (const area of changed === 'all' ? [{ left: 0, top: 0, width, height }] : changed) {
      fillRect(this.picture, area, 'erase');
      blit(this.picture, this.sheet.draw(area), { left: area.left, top: area.top, effect: 'ink' });
    }
    return changed;
  }
}

function upright(label: Label): Label {
  const { rotation: _rotation, vOffset: _offset, ...rest } = label;
  return rest;
}

function printed(label: Label, values = VALUES, target = TEN_PER_MM): Bitmap {
  return printLabel(compileLabel(label, target, fonts), values);
}

describe('a label while it is edited', () => {
  it.each(Array.from({ length: 30 }, (_, index) => 7_001 + index))('looks as it prints, dot for dot, for seed %i', (seed) => {
    const { label, prints } = randomLabel(seed);
    const screen = new Screen(new LabelPreview(AT_300_DPI, fonts));
    screen.take(upright(label), prints[0]);
    expect(screen.sheet.parts.filter(({ fault }) => fault)).toEqual([]);
    expect(screen.picture).toEqual(printed(upright(label), prints[0], AT_300_DPI));
    screen.take(upright(label), prints[1]);
    expect(screen.picture).toEqual(printed(upright(label), prints[1], AT_300_DPI));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('looks as it prints after every one of many changes, seed %i', (seed) => {
    const random = new Random(seed);
    const screen = new Screen(new LabelPreview(TEN_PER_MM, fonts));
    let label = labelOf([TEXT, BOX, { ...BOX, x: 3, fillColor: 'white' }, { type: 'Code128', x: 1, y: 1, text: 'A1', barHeight: 4 }]);
    for (let turn = 0; turn < 40; turn += 1) {
      label = { ...label, objs: changeOne(label.objs, random) };
      screen.take(label);
      expect(screen.picture).toEqual(printed(label));
    }
  });

  it.each(Array.from({ length: 12 }, (_, index) => 301 + index))(
    'looks like a new preview after any edit of texts, visibility, groups or values, seed %i',
    (seed) => {
      const random = new Random(seed);
      const screen = new Screen(new LabelPreview(TEN_PER_MM, fonts));
      const size = seed % 2 === 0 ? { width: 0, height: 0 } : {};
      let work: Work = {
        label: labelOf([TEXT, BOX, { ...BOX, x: 3, fillColor: 'white' }, TEXT], size),
        values: said('A7731', '1', 'white'),
      };
      for (let turn = 0; turn < 60; turn += 1) {
        work = random.pick(DEEDS)(work, random);
        screen.take(work.label, work.values);
        const fresh = new LabelPreview(TEN_PER_MM, fonts);
        fresh.update(work.label, work.values);
        expect(screen.sheet.parts).toEqual(fresh.parts);
        const faulty = new Set(screen.sheet.parts.flatMap(({ pointer, fault }) => (fault ? [pointer] : [])));
        expect(screen.picture).toEqual(printed(withoutParts(work.label, faulty), work.values));
      }
    },
  );

  it('does not resolve unchanged objects again until the values change', () => {
    const sheet = new LabelPreview(TEN_PER_MM, fonts);
    const label = labelOf([TEXT, BOX]);
    const [text, box] = label.objs as [LabelObject, LabelObject];
    sheet.update(label, VALUES);
    const [before] = sheet.parts;
    sheet.update({ ...label, objs: [text, { ...box, x: 12 } as LabelObject] }, VALUES);
    expect(sheet.parts[0]).toBe(before);
    sheet.update(label, { ...VALUES, variables: new Map([['Lot', 'B']]) });
    expect(sheet.parts[0]?.area.width).toBeLessThan(before?.area.width ?? 0);
  });

  it('repaints only the old and the new area of a changed object', () => {
    const screen = new Screen(new LabelPreview(TEN_PER_MM, fonts));
    const label = labelOf([TEXT, BOX]);
    screen.take(label);
    const [text, box] = label.objs as [LabelObject, LabelObject];
    const moved = { ...box, x: 14 } as LabelObject;
    expect(screen.take({ ...label, objs: [text, moved] })).toEqual([
      { left: 99, top: 49, width: 42, height: 32 },
      { left: 139, top: 49, width: 42, height: 32 },
    ]);
    expect(screen.take({ ...label, objs: [text, moved] })).toEqual([]);
  });

  it('reports an object that cannot be drawn, and draws the others', () => {
    const sheet = new LabelPreview(TEN_PER_MM, fonts);
    sheet.update(labelOf([{ ...TEXT, text: '{VARIABLE;Missing}' }, BOX, { ...BOX, visible: '0' }]), VALUES);
    expect(sheet.parts.map(({ pointer, fault, isShown }) => [pointer, fault?.path, isShown])).toEqual([
      ['/objs/0', '/text', true],
      ['/objs/1', undefined, true],
      ['/objs/2', undefined, false],
    ]);
    expect(sheet.draw({ left: 0, top: 0, width: 200, height: 100 })).toEqual(printed(labelOf([BOX])));
  });

  it('checks a code again if another one changes its associations', () => {
    const sheet = new LabelPreview(TEN_PER_MM, fonts);
    const batch = {
      type: 'GS1-DataMatrix',
      x: 1,
      y: 1,
      moduleSize: 0.3,
      apps: [
        { id: '02', value: '09501101530003' },
        { id: '37', value: '5' },
      ],
    };
    const alone = labelOf([batch]);
    sheet.update(alone, VALUES);
    expect(sheet.parts[0]?.fault?.message).toContain('(00)');
    const pallet = { type: 'GS1-128', x: 1, y: 5, barHeight: 3, apps: [{ id: '00', value: '106141411234567897' }] };
    sheet.update({ ...alone, objs: [...alone.objs, ...labelOf([pallet]).objs] }, VALUES);
    expect(sheet.parts[0]?.fault).toBeUndefined();
  });

  it('has no picture of a label that is too large to be drawn', () => {
    const sheet = new LabelPreview(AT_300_DPI, fonts);
    sheet.update(labelOf([BOX], { width: 9_000, height: 9_000 }), VALUES);
    expect(sheet.fault).toContain('at most');
  });
});

/** An edited label and the values of its prints. */
interface Work {
  label: Label;
  values: PrintValues;
}

const LETTERS = ['A', 'x', ' ', '\n', '{VARIABLE;Lot}', '{VARIABLE;Missing}', '{'];
const VISIBLE = ['0', '1', '{VARIABLE;Shown}', '{VARIABLE;Missing}'];

/** Edits of a label, one at a time: all untouched objects keep their identity. */
const DEEDS: readonly ((work: Work, random: Random) => Work)[] = [
  typeLetter,
  typeLetter,
  typeLetter,
  ({ label, values }, random) => ({ values, label: { ...label, objs: changeOne(label.objs, random) } }),
  ({ label, values }, random) => ({
    values,
    label: replaceOne(label, random, (object) => [{ ...object, visible: random.pick(VISIBLE) }]),
  }),
  ({ label, values }, random) => ({
    values,
    label: replaceOne(label, random, (object) =>
      object.type === 'ObjectGroup' ? object.children : [{ type: 'ObjectGroup', children: [object] }],
    ),
  }),
  ({ label, values }, random) => ({ values, label: { ...label, bgColor: random.pick(['white', 'black', '{VARIABLE;Ground}']) } }),
  ({ label }, random) => ({
    label,
    values: said(random.text('A1 ', 0, 4), random.pick(['0', '1']), random.pick(['white', 'black'])),
  }),
];

function said(lot: string, shown: string, ground: string): PrintValues {
  return {
    ...VALUES,
    variables: new Map([
      ['Lot', lot],
      ['Shown', shown],
      ['Ground', ground],
    ]),
  };
}

/** Appends to a text; a long one is restarted. */
function typeLetter({ label, values }: Work, random: Random): Work {
  const write = (text: string): string => (text.length > 30 ? '' : text + random.pick(LETTERS));
  return {
    values,
    label: replaceOne(label, random, (object) => [object.type === 'Text' ? { ...object, text: write(object.text) } : object]),
  };
}

function replaceOne({ objs, ...label }: Label, random: Random, replace: (object: LabelObject) => readonly LabelObject[]): Label {
  const index = random.whole(0, objs.length - 1);
  return { ...label, objs: objs.flatMap((object, own) => (own === index ? replace(object) : [object])) };
}

function changeOne(objs: readonly LabelObject[], random: Random): LabelObject[] {
  const index = random.whole(0, objs.length - 1);
  const object = objs[index];
  if (!object || random.whole(0, 5) === 0) return [...objs].reverse();
  if (random.whole(0, 7) === 0 && objs.length > 1) return objs.filter((other) => other !== object);
  if (random.whole(0, 7) === 0) return [...objs, { ...object }];
  const changed = { ...object, x: random.whole(-2, 18), y: random.whole(-2, 9), rotation: random.whole(0, 3) * 90 } as LabelObject;
  return objs.map((other) => (other === object ? changed : other));
}
