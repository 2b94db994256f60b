import { LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES } from '#contract/api-v3/label-barcodes.ts';

/** An editable property of an object. `key` is its path; `textKey` the key of its name if that differs from the path. */
export type FieldSpec = { textKey?: string; /** Shown only on request, unless it has a value. */ isRare?: boolean } & (
  | { kind: 'number'; key: string; unit: 'mm' | ''; min?: number; max?: number; isWhole?: boolean; isRequired?: boolean }
  | { kind: 'choice'; key: string; options: readonly string[]; fallback: string }
  | { kind: 'flag'; key: string; fallback: boolean }
  | { kind: 'text'; key: string }
  | { kind: 'list'; key: string }
  | { kind: 'font'; key: string; isRequired: boolean }
);

/** A group of fields with a heading. */
export interface FieldGroup {
  /** The end of the heading's key: `designer.group.<name>`. */
  name: 'place' | 'look' | 'size' | 'shown';
  fields: readonly FieldSpec[];
}

const MAX = 10_000;
const length = (key: string, isRequired = false): FieldSpec => ({ kind: 'number', key, unit: 'mm', min: 0, max: MAX, isRequired });
const signed = (key: string, isRequired = false): FieldSpec => ({ kind: 'number', key, unit: 'mm', min: -MAX, max: MAX, isRequired });
const whole = (key: string, min: number, max: number): FieldSpec => ({ kind: 'number', key, unit: '', min, max, isWhole: true });
const ratio = (key: string, min: number, max: number): FieldSpec => ({ kind: 'number', key, unit: '', min, max });
const choice = (key: string, options: readonly string[], fallback: string): FieldSpec => ({ kind: 'choice', key, options, fallback });
const flag = (key: string, fallback = false): FieldSpec => ({ kind: 'flag', key, fallback });
const text = (key: string): FieldSpec => ({ kind: 'text', key });
const rare = (spec: FieldSpec): FieldSpec => ({ ...spec, isRare: true });

const PLACE: FieldGroup = {
  name: 'place',
  fields: [
    signed('x', true),
    signed('y', true),
    choice('hAnchor', ['LEFT', 'CENTER', 'RIGHT'], 'LEFT'),
    choice('vAnchor', ['TOP', 'CENTER', 'BOTTOM'], 'TOP'),
    choice('rotation', ['0', '90', '180', '270'], '0'),
  ],
};
const SHOWN: FieldGroup = { name: 'shown', fields: [text('name'), text('visible')] };

const shape = (...look: readonly FieldSpec[]): FieldGroup[] => [
  PLACE,
  { name: 'size', fields: [length('width', true), length('height', true)] },
  { name: 'look', fields: [text('fillColor'), length('lineWidth'), text('lineColor'), ...look] },
  SHOWN,
];

const linear = (...special: readonly FieldSpec[]): FieldGroup[] => [
  PLACE,
  { name: 'size', fields: [length('barWidth'), length('barHeight'), ...special] },
  {
    name: 'look',
    fields: [choice('humanReadable', ['NONE', 'BELOW', 'ABOVE'], 'NONE'), { kind: 'font', key: 'font', isRequired: false }, text('color')],
  },
  SHOWN,
];

const matrix = (...special: readonly FieldSpec[]): FieldGroup[] => [
  PLACE,
  { name: 'size', fields: [length('moduleSize'), flag('quietZone', true), rare(whole('extraQuietZone', 0, 1_000)), ...special] },
  { name: 'look', fields: [text('color')] },
  SHOWN,
];

const DATA_MATRIX = [whole('size/width', 8, 144), whole('size/height', 8, 144), flag('rectangular')].map(rare);
const QR = [whole('size', 21, 177), choice('eccLevel', ['L', 'M', 'Q', 'H'], 'L')];
const OPTIMIZE = flag('optimize');
const INTERLEAVED = [ratio('barRatio', 2, 3), ratio('hBearerBar', 0, 100), ratio('vBearerBar', 0, 100)].map(rare);

const BY_TYPE: Readonly<Record<string, readonly FieldGroup[]>> = {
  Text: [
    PLACE,
    {
      name: 'look',
      fields: [
        { kind: 'font', key: 'font', isRequired: true },
        text('color'),
        choice('hAlign', ['', 'LEFT', 'CENTER', 'RIGHT', 'JUSTIFIED'], ''),
        rare(choice('vAlign', ['TOP', 'CENTER', 'BOTTOM'], 'TOP')),
        rare(signed('letterSpacing')),
        rare(signed('lineSpacing')),
      ],
    },
    { name: 'size', fields: [length('width'), length('height')] },
    SHOWN,
  ],
  Rect: shape(length('cornerRadius')),
  Ellipse: shape(),
  PolyLine: [
    { name: 'place', fields: [{ kind: 'list', key: 'points' }] },
    { name: 'look', fields: [length('lineWidth'), text('color'), { kind: 'list', key: 'segments' }] },
    SHOWN,
  ],
  StaticBitmap: [
    PLACE,
    { name: 'size', fields: [length('width', true), length('height', true)] },
    {
      name: 'look',
      fields: [
        rare(ratio('threshold', 0, 1)),
        choice('dithering', ['NONE', 'ORDERED', 'FLOYD_STEINBERG'], 'NONE'),
        rare(text('fgColor')),
        rare(text('bgColor')),
      ],
    },
    SHOWN,
  ],
  ObjectGroup: [SHOWN],
  Code39: linear(ratio('barRatio', 2, 3), flag('checkDigit')),
  Code128: linear(choice('encoding', ['AUTO', 'A', 'B', 'C'], 'AUTO')),
  'GS1-128-Plain': linear(OPTIMIZE),
  ITF: linear(...INTERLEAVED),
  'ITF-14': linear(...INTERLEAVED),
  'GS1-DataBar': linear(
    choice(
      'variant',
      ['OMNIDIRECTIONAL', 'TRUNCATED', 'STACKED', 'STACKED_OMNIDIRECTIONAL', 'LIMITED', 'EXPANDED', 'EXPANDED_STACKED'],
      'OMNIDIRECTIONAL',
    ),
    { ...whole('segments', 2, 22), textKey: 'segmentsPerRow' },
  ),
  DataMatrix: matrix(...DATA_MATRIX),
  'GS1-DataMatrix': matrix(...DATA_MATRIX),
  'GS1-DataMatrix-Plain': matrix(...DATA_MATRIX, OPTIMIZE),
  QRCode: matrix(...QR),
  'GS1-QRCode': matrix(...QR),
  'GS1-QRCode-Plain': matrix(...QR, OPTIMIZE),
  'GS1-DigitalLink': matrix(...QR, text('domain')),
  PDF417: matrix(whole('columns', 1, 30), whole('rows', 3, 90), rare(whole('rowHeight', 2, 20)), rare(whole('eccLevel', 0, 8))),
  Aztec: matrix(whole('size', 15, 151), whole('eccPercent', 5, 95)),
};

/** The fields of an object type; for an unknown type, the common ones. */
export function fieldsOf(type: string): readonly FieldGroup[] {
  const own = BY_TYPE[type];
  if (own) return own;
  if (LINEAR_BARCODE_TYPES.some((barcode) => barcode === type)) return linear();
  return MATRIX_BARCODE_TYPES.some((barcode) => barcode === type) ? matrix() : [SHOWN];
}

/** The fields of the label itself. */
export const LABEL_FIELDS: readonly FieldSpec[] = [
  length('width', true),
  length('height', true),
  choice('rotation', ['NONE', 'CW90', 'CW180', 'CCW90'], 'NONE'),
  length('printDelay'),
  rare(signed('vOffset')),
  rare(ratio('stretch', 0.25, 4)),
  rare(whole('hdpi', 1, 4_800)),
  rare(whole('vdpi', 1, 4_800)),
  rare(text('bgColor')),
];
