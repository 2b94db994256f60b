import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { stringifyPrintValues, type CounterReading, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { pngFile } from './png-file.ts';
import type { PrintOrder } from './print-digest.ts';
import { randomCodeObject } from './random-code.ts';
import { Random } from './random.ts';

/** A random label, its printer, and the values of two prints. */
export interface RandomLabel {
  label: Label;
  target: PlanesTarget;
  prints: readonly [PrintValues, PrintValues];
}

type Fields = Record<string, unknown>;

const PRINTABLE = [
  'Tomato ketchup 500 g',
  'Größe 42, Ø 8 mm',
  'Net 135 g - drained 95 g - keep cool and dry',
  'AVATAR Wi fi 1/2',
  '5 € ñandú',
  '',
];
/** Characters that only fonts for many scripts have. */
const MANY_SCRIPTS = [
  ...PRINTABLE,
  'تاريخ الانتهاء 12/2027',
  'تمر: LOT-7 (تمر)',
  'תאריך 31.12 ABC',
  'Годен до 12.2027',
  'Ήλιος και ήλιος',
  '№ ≤ 40 °C',
];
const CODES = [
  '{COUNTER;Serial}',
  '{VARIABLE;Lot}',
  '{TABLE;Product}',
  '{SHIFTCODE;Crew}',
  '{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+6months}',
  '{TIME;{HOUR}:{MINUTE}}',
  '{IF;{VARIABLE;Shown};=;1;yes;no}',
];
const FONTS = [
  { family: 'Arimo', styles: ['', 'Bold', 'Italic', 'Bold Italic'], texts: PRINTABLE },
  { family: 'DejaVu Sans', styles: ['', 'Bold'], texts: MANY_SCRIPTS },
  { family: 'DejaVu Sans Mono', styles: [''], texts: PRINTABLE },
] as const;
const COLORS = ['black', 'white', 'red', '#0a7', '#808080', 'rgb(20%,70%,40%)', 'cmyk(0.3,0,1,0.1)', 'transparent'] as const;
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];
const FIRST_MOMENT = Date.UTC(2001, 0, 1);
const LAST_MOMENT = Date.UTC(2060, 0, 1);

/** The random label of a seed, with all kinds of objects. Every label can be rendered. */
export function randomLabel(seed: number): RandomLabel {
  const random = new Random(seed);
  const side = random.whole(30, 80);
  const label = labelSchema.parse({
    format: 3,
    width: maybe(random, 0.85) ? side : 0,
    height: maybe(random, 0.85) ? random.whole(Math.ceil(0.6 * side), side) : 0,
    rotation: random.pick(['NONE', 'CW90', 'CW180', 'CCW90']),
    ...some(random, 0.2, () => ({ bgColor: random.pick(COLORS) })),
    ...some(random, 0.2, () => ({ hdpi: random.pick([150, 203, 360]) })),
    ...some(random, 0.3, () => ({ stretch: random.pick([0.9, 1.1, 1.37, 2]) })),
    ...some(random, 0.3, () => ({ vOffset: millimetres(random, -4, 4) })),
    objs: objects(random, side, { least: 4, most: 12 }),
  });
  const dpi = random.pick([203, 300, 600]);
  const target = { hdpi: dpi, vdpi: maybe(random, 0.7) ? dpi : random.pick([150, 203, 300, 600]), isColor: maybe(random, 0.1) };
  return { label, target, prints: [values(random), values(random)] };
}

/** The random label of a seed in a form that can be sent to a page. */
export function orderOf({ label, target, prints }: RandomLabel): PrintOrder {
  return { label: JSON.stringify(label), target, prints: prints.map(stringifyPrintValues) };
}

function objects(random: Random, side: number, { least, most }: { least: number; most: number }): Fields[] {
  return Array.from({ length: random.whole(least, most) }, () => {
    const make = random.pick([text, text, text, shape, shape, polyLine, picture, code, code, group]);
    return { ...some(random, 0.1, () => ({ visible: random.pick(['{VARIABLE;Shown}', '1', '0', '']) })), ...make(random, side) };
  });
}

function place(random: Random, side: number): Fields {
  return {
    x: millimetres(random, -1, 0.7 * side),
    y: millimetres(random, -1, 0.6 * side),
    rotation: random.pick([0, 90, 180, 270]),
    ...some(random, 0.4, () => ({ hAnchor: random.pick(['LEFT', 'CENTER', 'RIGHT']) })),
    ...some(random, 0.4, () => ({ vAnchor: random.pick(['TOP', 'CENTER', 'BOTTOM']) })),
  };
}

function text(random: Random, side: number): Fields {
  const { family, styles, texts } = random.pick<(typeof FONTS)[number]>(FONTS);
  const hasBold = styles.length > 1;
  const styleFormat = random.pick(['NONE', 'ADVANCED', ...(hasBold ? ['NONE', 'SIMPLE'] : [])]);
  const part = () => random.pick(maybe(random, 0.3) ? CODES : texts);
  return {
    type: 'Text',
    ...place(random, side),
    text: Array.from({ length: random.whole(1, 4) }, () => styled(random, styleFormat, part())).join(random.pick([' ', '\n', '-'])),
    styleFormat,
    font: { family, style: random.pick<string>(styles), height: millimetres(random, 1.5, 9) },
    ...some(random, 0.4, () => ({ color: random.pick(COLORS) })),
    ...some(random, 0.5, () => ({ width: millimetres(random, 5, side) })),
    ...some(random, 0.3, () => ({ height: millimetres(random, 5, side) })),
    ...some(random, 0.5, () => ({ hAlign: random.pick(['LEFT', 'CENTER', 'RIGHT', 'JUSTIFIED']) })),
    ...some(random, 0.5, () => ({ vAlign: random.pick(['TOP', 'CENTER', 'BOTTOM']) })),
    ...some(random, 0.2, () => ({ letterSpacing: millimetres(random, -0.3, 1) })),
    ...some(random, 0.2, () => ({ lineSpacing: millimetres(random, -1, 2) })),
  };
}

function styled(random: Random, format: string, part: string): string {
  if (format === 'NONE' || part === '' || maybe(random, 0.4)) return part;
  if (format === 'SIMPLE') return `*${part}*`;
  const style = random.pick([
    'color="red"',
    'font-height="5"',
    'color="white" font-height="2.5"',
    'color="{IF;{VARIABLE;Shown};=;1;blue;black}"',
  ]);
  return `[${style}]${part}[]`;
}

function shape(random: Random, side: number): Fields {
  const type = random.pick(['Rect', 'Ellipse']);
  return {
    type,
    ...place(random, side),
    width: millimetres(random, 0.1, side),
    height: millimetres(random, 0.1, side),
    ...some(random, 0.5, () => ({ fillColor: random.pick(COLORS) })),
    ...some(random, 0.7, () => ({ lineWidth: millimetres(random, 0, 3) })),
    ...some(random, 0.4, () => ({ lineColor: random.pick(COLORS) })),
    ...(type === 'Rect' ? some(random, 0.5, () => ({ cornerRadius: millimetres(random, 0, 8) })) : {}),
  };
}

function polyLine(random: Random, side: number): Fields {
  return {
    type: 'PolyLine',
    points: Array.from({ length: 2 * random.whole(2, 9) }, () => millimetres(random, -3, side)),
    lineWidth: millimetres(random, 0.05, 2.5),
    ...some(random, 0.4, () => ({ color: random.pick(COLORS) })),
    ...some(random, 0.5, () => ({ segments: Array.from({ length: random.whole(1, 4) }, () => millimetres(random, 0.2, 5)) })),
  };
}

function picture(random: Random, side: number): Fields {
  const { colorType, channels } = random.pick([
    { colorType: 0, channels: 1 },
    { colorType: 2, channels: 3 },
    { colorType: 4, channels: 2 },
    { colorType: 6, channels: 4 },
  ]);
  const [width, height] = [random.whole(1, 24), random.whole(1, 24)];
  const rows = Array.from({ length: height }, () => [0, ...Array.from({ length: width * channels }, () => random.whole(0, 255))]);
  return {
    type: 'StaticBitmap',
    ...place(random, side),
    bitmap: pngFile({ width, height, depth: 8, colorType }, Uint8Array.from(rows.flat())).toString('base64'),
    width: millimetres(random, 1, side / 2),
    height: millimetres(random, 1, side / 2),
    ...some(random, 0.4, () => ({ fgColor: random.pick(COLORS) })),
    ...some(random, 0.3, () => ({ bgColor: random.pick(COLORS) })),
    ...some(random, 0.5, () => ({ threshold: random.fraction() })),
    ...some(random, 0.7, () => ({ dithering: random.pick(['NONE', 'ORDERED', 'FLOYD_STEINBERG']) })),
  };
}

function code(random: Random, side: number): Fields {
  return { ...place(random, side), ...randomCodeObject(random).object, ...some(random, 0.2, () => ({ color: random.pick(COLORS) })) };
}

function group(random: Random, side: number): Fields {
  return { type: 'ObjectGroup', children: objects(random, side, { least: 1, most: 3 }) };
}

function values(random: Random): PrintValues {
  const counter: CounterReading = { value: random.whole(0, 99_999), width: random.whole(0, 8), padding: '0' };
  return {
    moment: { epochMs: random.whole(FIRST_MOMENT, LAST_MOMENT), timeZone: random.pick(ZONES), productionDayStart: random.pick([0, 360]) },
    variables: new Map([
      ['Lot', random.text('ABCXYZ0123456789', 0, 12)],
      ['Shown', random.pick(['0', '1'])],
    ]),
    counters: new Map([['Serial', counter]]),
    shiftCodes: new Map([
      [
        'Crew',
        [
          { offset: 360, code: 'Early' },
          { offset: 840, code: 'Late' },
        ],
      ],
    ]),
    row: new Map([['Product', random.pick(PRINTABLE)]]),
  };
}

/** In hundredths, inclusive. */
function millimetres(random: Random, least: number, most: number): number {
  return Math.round((least + random.fraction() * (most - least)) * 100) / 100;
}

function maybe(random: Random, share: number): boolean {
  return random.fraction() < share;
}

function some(random: Random, share: number, fields: () => Fields): Fields {
  return maybe(random, share) ? fields() : {};
}
