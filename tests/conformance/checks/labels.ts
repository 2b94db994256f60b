import type { Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame, expectSuccess, isSuccess, objectOf } from '../expectations.ts';
import { labelOf, PNG, textLabel, textObject } from '../material.ts';
import type { Visit } from '../visit.ts';

const at = { x: 1, y: 1 };
const GTIN = '09521234543213';
const apps = [
  { id: '01', value: GTIN },
  { id: '10', value: 'LOT7' },
];

/** One object of each kind in a vendor's labels. */
const OBJECTS: readonly Record<string, unknown>[] = [
  { ...textObject('two\nlines'), width: 15, height: 8, hAlign: 'JUSTIFIED', vAlign: 'CENTER', letterSpacing: 0.1, lineSpacing: -0.5 },
  { type: 'Rect', ...at, width: 5, height: 3, fillColor: '#ff0000', hAnchor: 'CENTER', vAnchor: 'BOTTOM' },
  { type: 'PolyLine', points: [0, 0, 5, 5, 9, 0], lineWidth: 0.5, color: 'black', segments: [1, 0.5] },
  { type: 'StaticBitmap', ...at, bitmap: PNG, width: 5, height: 5, fgColor: 'black', bgColor: 'white' },
  { type: 'ObjectGroup', children: [textObject('inside'), { type: 'ObjectGroup', children: [] }] },
  { type: 'Code39', ...at, text: 'CODE39', barWidth: 0.3, barHeight: 8, barRatio: 2.5, checkDigit: true },
  { type: 'Code128', ...at, text: 'Code 128', encoding: 'B', barWidth: 0.3, barHeight: 8 },
  { type: 'GS1-128', ...at, apps, barWidth: 0.3, barHeight: 8 },
  { type: 'GS1-128', ...at, apps: [['01', GTIN]], barWidth: 0.3, barHeight: 8 },
  { type: 'EAN-8', ...at, text: '95050003', barWidth: 0.3, barHeight: 8 },
  { type: 'EAN-13', ...at, text: '9521234543213', barWidth: 0.3, barHeight: 8 },
  { type: 'UPC-A', ...at, text: '03600029145', barWidth: 0.3, barHeight: 8 },
  { type: 'ITF', ...at, text: '123456', barRatio: 2.5, barWidth: 0.3, barHeight: 8, hBearerBar: 0, vBearerBar: 0 },
  { type: 'ITF-14', ...at, text: `1${GTIN.slice(1, 13)}`, barRatio: 2.5, barWidth: 0.3, barHeight: 8 },
  { type: 'DataMatrix', ...at, text: 'matrix', moduleSize: 0.5, quietZone: false, color: 'black' },
  { type: 'GS1-DataMatrix', ...at, apps, moduleSize: 0.5 },
  { type: 'QRCode', ...at, text: 'https://example.com/', moduleSize: 0.5, eccLevel: 'Q' },
  { type: 'GS1-QRCode', ...at, apps, moduleSize: 0.5 },
];

const refused = (what: string, label: unknown): Check => ({
  ...{ id: `labels.refused: ${what}`, level: 'core', source: 'vendor' },
  says: `A label ${what} is refused and not stored.`,
  run: async (visit) => {
    const path = visit.own('labels');
    expectRefused(await visit.target.put(path, label));
    expectRefused(await visit.target.get(path));
  },
});

const without = (key: string): unknown => Object.fromEntries(Object.entries(textLabel('x')).filter(([each]) => each !== key));

async function putAndRead(visit: Visit, label: unknown): Promise<void> {
  const path = visit.own('labels');
  expectSuccess(await visit.target.put(path, label));
  expectHolds(await visit.target.get(path), label);
}

export const labelChecks: readonly Check[] = [
  ...OBJECTS.map((object, index): Check => ({
    id: `labels.object.${index + 1}: ${String(object['type'])}`,
    ...{ level: 'core', source: 'vendor' },
    says: `A label may contain an object of the type ${String(object['type'])}, with all its attributes preserved.`,
    run: (visit) => putAndRead(visit, labelOf(object)),
  })),
  {
    ...{ id: 'labels.options', level: 'core', source: 'vendor' },
    says: 'A label keeps its background, delay, resolution, offset, rotation and stretch.',
    run: (visit) =>
      putAndRead(visit, {
        ...textLabel('x'),
        ...{ bgColor: 'white', printDelay: 2.5, hdpi: 300, vdpi: 150, vOffset: -0.5, rotation: 'CW180', stretch: 1.5 },
      }),
  },
  {
    ...{ id: 'labels.automatic-size', level: 'core', source: 'vendor' },
    says: 'A label of width 0 and height 0 is as large as its content.',
    run: (visit) => putAndRead(visit, { ...textLabel('x'), width: 0, height: 0 }),
  },
  {
    ...{ id: 'labels.order', level: 'core', source: 'vendor' },
    says: 'The objects of a label keep their order: the first is lowest.',
    run: (visit) => putAndRead(visit, textLabel('c', 'a', 'b', 'a')),
  },
  {
    ...{ id: 'labels.text', level: 'core', source: 'vendor' },
    says: 'Texts are preserved exactly.',
    run: (visit) => putAndRead(visit, textLabel('Größe 标签 العربية 😀', '  blanks  ', 'a "quoted" \\ text', '{YEAR}-{MONTH}', '')),
  },
  {
    ...{ id: 'labels.numbers', level: 'core', source: 'vendor' },
    says: 'Lengths are preserved exactly, including fractions.',
    run: (visit) => putAndRead(visit, { ...labelOf({ type: 'Rect', x: 0.125, y: -1.75, width: 0.1, height: 1e-3 }), width: 20.0625 }),
  },
  {
    ...{ id: 'labels.replaced-whole', level: 'core', source: 'vendor' },
    says: 'PUT replaces the whole document: omitted attributes are removed.',
    run: async (visit) => {
      const path = visit.own('labels');
      await visit.target.put(path, { ...textLabel('a', 'b'), bgColor: 'white' });
      await visit.target.put(path, textLabel('c'));
      const answer = await visit.target.get(path);
      const label = objectOf(answer);
      expectHolds(answer, { objs: [{ text: 'c' }] });
      expectSame(answer, label['bgColor'], undefined);
    },
  },
  refused('without format', without('format')),
  refused('without width', without('width')),
  refused('without objs', without('objs')),
  refused('of a width that is a string', { ...textLabel('x'), width: '20' }),
  refused('of a height that is negative', { ...textLabel('x'), height: -1 }),
  refused('whose objs is not an array', { ...textLabel('x'), objs: {} }),
  refused('with an unknown rotation', { ...textLabel('x'), rotation: 'CW45' }),
  refused('with a text without font', labelOf({ type: 'Text', ...at, text: 'x', color: 'black' })),
  refused('with a rectangle without width', labelOf({ type: 'Rect', ...at, height: 3 })),
  refused('with a line of one point', labelOf({ type: 'PolyLine', points: [1, 2] })),
  refused('with a line of two and a half points', labelOf({ type: 'PolyLine', points: [1, 2, 3, 4, 5] })),
  refused('with an EAN-13 of a wrong check digit', labelOf({ type: 'EAN-13', ...at, text: '9521234543214', barWidth: 0.3, barHeight: 8 })),
  refused('with an invalid picture', labelOf({ type: 'StaticBitmap', ...at, bitmap: 'bm90IGEgcGljdHVyZQ==', width: 5, height: 5 })),
  refused('with an unknown anchor', labelOf({ ...textObject('x'), hAnchor: 'MIDDLE' })),
  {
    ...{ id: 'labels.unknown-keys', level: 'extensions', source: 'strobe' },
    says: 'Unknown keys are preserved, in a label and in its objects.',
    run: (visit) =>
      putAndRead(visit, { ...labelOf({ ...textObject('x'), vendorObject: { deep: [1, null, { a: 'b' }] } }), vendorLabel: [true, 'kept'] }),
  },
  {
    ...{ id: 'labels.prototype-keys', level: 'extensions', source: 'strobe' },
    says: 'A key called constructor is a key like any other; one called __proto__ is kept or refused, never dropped.',
    run: async (visit) => {
      await putAndRead(visit, { ...textLabel('x'), constructor: 'mine', toString: ['kept'] });
      const path = visit.own('labels', 'other');
      const extra = '{"__proto__":{"own":1}}';
      const answer = await visit.target.put(path, `${extra.slice(0, -1)},${JSON.stringify(textLabel('x')).slice(1)}`);
      if (isSuccess(answer)) expectHolds(await visit.target.get(path), JSON.parse(extra));
      else expectRefused(answer);
    },
  },
  {
    ...{ id: 'labels.one-error-per-fault', level: 'extensions', source: 'strobe' },
    says: 'A refused label gets one error for each fault, each with its JSON pointer.',
    run: async (visit) => {
      const label = { ...labelOf(textObject('x'), { type: 'Rect', ...at, width: 'wide', height: 3 }), width: '20' };
      const answer = await visit.target.put(visit.own('labels'), label);
      expectRefused(answer);
      const { errors } = JSON.parse(answer.text) as { errors?: { pointer: string }[] };
      expectSame(answer, errors?.map(({ pointer }) => pointer).sort(), ['/objs/1/width', '/width']);
    },
  },
  {
    ...{ id: 'labels.summary', level: 'extensions', source: 'strobe' },
    says: 'The list of labels contains width, height and revision.',
    run: async (visit) => {
      const path = visit.own('labels');
      for (const text of ['a', 'b']) await visit.target.put(path, textLabel(text));
      expectHolds(await visit.target.get('/labels'), { [visit.name('one')]: { width: 20, height: 10, revision: 2 } });
    },
  },
];
