import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import type { PrintTarget } from '#rendering/label/label-geometry.ts';
import { Random } from './random.ts';

/** A label with one code, and what an independent decoder must read. */
export interface RandomCode {
  label: Label;
  target: PrintTarget;
  format: string;
  text: string;
}

/** The check digit of GS1, by the weights 3 and 1 from the right. */
function withCheckDigit(digits: string): string {
  const sum = Array.from(digits).reduceRight(
    (total, digit, index) => total + Number(digit) * ((digits.length - index) % 2 === 1 ? 3 : 1),
    0,
  );
  return digits + String((10 - (sum % 10)) % 10);
}

/** The check character of Code 39. */
function modulo43(text: string): string {
  const sum = Array.from(text).reduce((total, character) => total + CODE39_VALUES.indexOf(character), 0);
  return CODE39_VALUES.charAt(sum % CODE39_VALUES.length);
}

const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Without the four signs that a reader takes for the beginning of a pair in Code 39 of full ASCII; six of the others it may take for Code 32. */
const CODE39 = `${CAPITALS}-. `;
/** The characters of Code 39 by their values. */
const CODE39_VALUES = `${CODE39}$/+%`;
const ASCII = `${CAPITALS}abcdefghijklmnopqrstuvwxyz !"#$%&'()*+,-./:;<=>?@[]^_|~`;
const WIDE = `${ASCII}äöüßéÀñ€ЖЯΩ醬番日ع`;
const GS1_TEXT = `${CAPITALS}abcdefghijklmnopqrstuvwxyz!"%&'()*+,-./_:;<=>?`;

type Element = [string, string];

/** `most` bounds the characters of a value: a linear barcode has to fit on the label. */
function elements(random: Random, most: number): Element[] {
  const gtin: Element = ['01', withCheckDigit(random.digits(13))];
  const date: Element = [
    random.pick(['11', '13', '15', '17']),
    `${random.digits(2)}${random.pick(['01', '06', '12'])}${random.pick(['01', '15', '28'])}`,
  ];
  const others: Element[] = [
    ['10', random.text(GS1_TEXT, 1, most)],
    ['21', random.text(GS1_TEXT, 1, most)],
  ];
  return [gtin, ...(random.whole(0, 1) ? [date] : []), ...others.slice(0, random.whole(0, 2))];
}

const humanOf = (apps: readonly Element[]): string => apps.map(([id, value]) => `(${id})${value}`).join('');
const FIXED = /^(01|1[1357])$/;
const plainOf = (apps: readonly Element[]): string =>
  apps.map(([id, value], index) => id + value + (FIXED.test(id) || index === apps.length - 1 ? '' : '\x1d')).join('');
const escapeBraces = (text: string): string => text.replaceAll(/[\\{]/g, (character) => `\\${character}`);

interface Coded {
  object: Record<string, unknown>;
  text: string;
}
const said = (text: string, object: Record<string, unknown> = {}): Coded => ({ object: { text: escapeBraces(text), ...object }, text });
const gs1 = (random: Random, most = 12): Coded => {
  const apps = elements(random, most);
  return { object: { apps: apps.map(([id, value]) => [id, escapeBraces(value)]) }, text: humanOf(apps) };
};
const gs1Plain = (random: Random, most = 12): Coded => {
  const apps = elements(random, most);
  return { object: { text: escapeBraces(plainOf(apps)), optimize: random.whole(0, 1) === 1 }, text: humanOf(apps) };
};
const percent = (text: string): string =>
  text.replaceAll(/[^\dA-Za-z._~-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
/** The key and its qualifiers are in the path, a date is in the query. */
const digitalLink = (random: Random): Coded => {
  const apps = elements(random, 8);
  const path = apps.filter(([id]) => !/^1[1357]$/.test(id)).map(([id, value]) => `/${id}/${percent(value)}`);
  const dates = apps.filter(([id]) => /^1[1357]$/.test(id)).map(([id, value]) => `?${id}=${value}`);
  const [domain, object] = random.pick([
    ['https://id.gs1.org', {}],
    ['https://brand.example/p', { domain: 'https://brand.example/p/' }],
  ] as const);
  return { object: { apps: apps.map(([id, value]) => [id, escapeBraces(value)]), ...object }, text: [domain, ...path, ...dates].join('') };
};
/** With its check digit or without. */
const checked = (random: Random, digits: string, read = withCheckDigit(digits)): Coded => ({
  object: { text: random.whole(0, 1) ? digits : withCheckDigit(digits) },
  text: read,
});

const gtin = (random: Random): Coded => {
  const digits = random.digits(13);
  return checked(random, digits, `(01)${withCheckDigit(digits)}`);
};
/** A text that is written in one code set from its beginning to its end. */
const code128Of = (random: Random): Coded => {
  const encoding = random.pick(['A', 'B', 'C'] as const);
  const text = {
    A: () => random.text(`${CAPITALS} -./`, 1, 12),
    B: () => random.text(ASCII, 1, 12),
    C: () => random.digits(2 * random.whole(1, 8)),
  };
  return said(text[encoding](), { encoding });
};

const linear = (random: Random): Record<string, unknown> => ({
  barWidth: random.pick([0.26, 0.3, 0.33, 0.5]),
  barHeight: random.whole(10, 20),
  humanReadable: random.pick(['NONE', 'BELOW', 'ABOVE']),
});
/** For codes that grow long. */
const fine = (random: Random): Record<string, unknown> => ({ ...linear(random), barWidth: 0.26 });
const MODULE_SIZES = [0.4, 0.5, 0.75];
const matrix = (random: Random): Record<string, unknown> => ({
  moduleSize: random.pick(MODULE_SIZES),
  extraQuietZone: random.whole(0, 3),
});
const barRatio = (random: Random) => ({ barRatio: random.pick([2, 2.5, 3]) });

interface Kind {
  type: string;
  /** What a decoder calls it. */
  format: string;
  look: (random: Random) => Record<string, unknown>;
  code: (random: Random) => Coded;
}

/** Every symbology with content that fits it. To the decoder UPC-A is an EAN-13 that begins with 0, and ITF-14 an ITF. */
const KINDS: readonly Kind[] = [
  { type: 'EAN-13', format: 'EAN13', look: linear, code: (random) => checked(random, `4${random.digits(11)}`) },
  { type: 'EAN-8', format: 'EAN8', look: linear, code: (random) => checked(random, random.digits(7)) },
  {
    type: 'UPC-A',
    format: 'EAN13',
    look: linear,
    code: (random) => {
      const digits = random.digits(11);
      return checked(random, digits, `0${withCheckDigit(digits)}`);
    },
  },
  {
    type: 'Code128',
    format: 'Code128',
    look: linear,
    code: (random) => said(random.text(random.pick([ASCII, CAPITALS, '0123456789']), 1, 14)),
  },
  { type: 'Code128', format: 'Code128', look: linear, code: code128Of },
  { type: 'GS1-128', format: 'Code128', look: fine, code: (random) => gs1(random, 5) },
  { type: 'GS1-128-Plain', format: 'Code128', look: fine, code: (random) => gs1Plain(random, 5) },
  {
    type: 'ITF',
    format: 'ITF',
    look: (random) => ({ ...linear(random), ...barRatio(random), hBearerBar: random.whole(0, 5), vBearerBar: random.whole(0, 5) }),
    code: (random) => said(random.digits(2 * random.whole(3, 8))),
  },
  {
    type: 'ITF-14',
    format: 'ITF',
    look: (random) => ({ ...linear(random), ...barRatio(random) }),
    code: (random) => checked(random, random.digits(13)),
  },
  {
    type: 'Code39',
    format: 'Code39',
    look: (random) => ({ ...linear(random), ...barRatio(random) }),
    code: (random) => said(random.text(CODE39, 7, 9)),
  },
  {
    type: 'Code39',
    format: 'Code39',
    look: (random) => ({ ...linear(random), ...barRatio(random), checkDigit: true }),
    code: (random) => {
      const { object, text } = said(random.text(CODE39, 6, 8));
      return { object, text: text + modulo43(text) };
    },
  },
  { type: 'Code93', format: 'Code93', look: linear, code: (random) => said(random.text(CODE39, 2, 12)) },
  {
    type: 'DataMatrix',
    format: 'DataMatrix',
    look: (random) => ({ ...matrix(random), rectangular: random.whole(0, 1) === 1 }),
    code: (random) => said(random.text(random.pick([ASCII, WIDE]), 1, 20)),
  },
  {
    type: 'DataMatrix',
    format: 'DataMatrix',
    look: (random) => {
      const [width, height] = random.pick([
        [22, 22],
        [26, 26],
        [32, 32],
        [44, 44],
        [64, 64],
        [36, 16],
        [48, 16],
      ]);
      return { ...matrix(random), size: { width, height } };
    },
    code: (random) => said(random.text(ASCII, 1, 20)),
  },
  { type: 'GS1-DataMatrix', format: 'DataMatrix', look: matrix, code: gs1 },
  { type: 'GS1-DataMatrix-Plain', format: 'DataMatrix', look: matrix, code: gs1Plain },
  {
    type: 'QRCode',
    format: 'QRCode',
    look: (random) => ({ ...matrix(random), eccLevel: random.pick(['L', 'M', 'Q', 'H']) }),
    code: (random) => said(random.text(random.pick(['0123456789', CAPITALS, WIDE]), 1, 40)),
  },
  {
    type: 'QRCode',
    format: 'QRCode',
    look: (random) => ({ ...matrix(random), size: random.pick([33, 41, 45, 57, 77]), eccLevel: random.pick(['L', 'M', 'Q', 'H']) }),
    code: (random) => said(random.text(ASCII, 1, 20)),
  },
  { type: 'GS1-QRCode', format: 'QRCode', look: matrix, code: gs1 },
  { type: 'GS1-QRCode-Plain', format: 'QRCode', look: matrix, code: gs1Plain },
  { type: 'GS1-DigitalLink', format: 'QRCode', look: matrix, code: digitalLink },
  {
    type: 'UPC-E',
    format: 'UPCE',
    look: linear,
    code: (random) => {
      const short = random.pick([
        `${random.digits(2)}${random.pick(['0', '1', '2'])}0000${random.digits(3)}`,
        `${random.digits(2)}${random.whole(3, 9)}00000${random.digits(2)}`,
        `${random.digits(3)}${random.whole(1, 9)}00000${random.digits(1)}`,
        `${random.digits(4)}${random.whole(1, 9)}0000${random.whole(5, 9)}`,
      ]);
      const digits = random.pick(['0', '1']) + short;
      return checked(random, digits, `0${withCheckDigit(digits)}`);
    },
  },
  {
    type: 'PDF417',
    format: 'PDF417',
    look: (random) => ({ moduleSize: random.pick([0.375, 0.5]) }),
    code: (random) => said(random.text(random.pick([ASCII, WIDE]), 1, 20)),
  },
  {
    type: 'PDF417',
    format: 'PDF417',
    look: (random) => ({ moduleSize: 0.375, columns: random.whole(2, 6), eccLevel: random.whole(1, 4), rowHeight: random.whole(3, 5) }),
    code: (random) => said(random.text(random.pick([ASCII, WIDE]), 1, 20)),
  },
  {
    type: 'GS1-DataBar',
    format: 'DataBarOmni',
    look: (random) => ({ ...linear(random), variant: random.pick(['OMNIDIRECTIONAL', 'TRUNCATED']) }),
    code: gtin,
  },
  {
    type: 'GS1-DataBar',
    format: 'DataBarStk',
    look: (random) => ({ ...linear(random), variant: random.pick(['STACKED', 'STACKED_OMNIDIRECTIONAL']) }),
    code: gtin,
  },
  {
    type: 'GS1-DataBar',
    format: 'DataBarLtd',
    look: (random) => ({ ...linear(random), variant: 'LIMITED' }),
    code: (random) => {
      const digits = random.pick(['0', '1']) + random.digits(12);
      return checked(random, digits, `(01)${withCheckDigit(digits)}`);
    },
  },
  {
    type: 'GS1-DataBar',
    format: 'DataBarExp',
    look: (random) => ({ ...fine(random), variant: 'EXPANDED' }),
    code: (random) => gs1(random, 5),
  },
  {
    type: 'GS1-DataBar',
    format: 'DataBarExpStk',
    look: (random) => ({ ...fine(random), variant: 'EXPANDED_STACKED', segments: random.pick([2, 4]) }),
    code: (random) => gs1(random, 5),
  },
  {
    type: 'Aztec',
    format: 'Aztec',
    look: (random) => ({ ...matrix(random), size: random.pick([37, 45, 61]), eccPercent: random.pick([10, 23, 40]) }),
    code: (random) => said(random.text(ASCII, 1, 20)),
  },
  { type: 'Aztec', format: 'Aztec', look: matrix, code: (random) => said(random.text(random.pick([ASCII, WIDE]), 1, 30)) },
];

const SIDE = 110;
/** Dots per inch across and down: on a printer whose dots are not square a code is as large as on any other. */
const RESOLUTIONS = [
  [203, 203],
  [300, 300],
  [600, 600],
  [300, 600],
  [600, 300],
] as const;

/** A code of some symbology that stands nowhere yet, and what a decoder must read. */
export function randomCodeObject(random: Random): { object: Record<string, unknown>; format: string; text: string } {
  const { type, format, look, code } = random.pick(KINDS);
  const appearance = look(random);
  const { object, text } = code(random);
  return { object: { type, ...appearance, ...object }, format, text };
}

/** The label of a seed: one code of some symbology, turned upon a label that is turned, for a printer of some resolution. */
export function randomCode(seed: number): RandomCode {
  const random = new Random(seed);
  const { object, format, text } = randomCodeObject(random);
  const [hdpi, vdpi] = random.pick(RESOLUTIONS);
  const place = { x: SIDE / 2, y: SIDE / 2, hAnchor: 'CENTER', vAnchor: 'CENTER', rotation: random.pick([0, 90, 180, 270]) };
  const label = labelSchema.parse({
    format: 3,
    width: SIDE,
    height: SIDE,
    rotation: random.pick(['NONE', 'CW90', 'CW180', 'CCW90']),
    objs: [{ ...place, ...object }],
  });
  return { label, target: { hdpi, vdpi }, format, text };
}
