import type { Barcode } from '#contract/api-v3/label-barcodes.ts';

/** The purposes of a code. */
export const PURPOSES = ['retail', 'carton', 'pallet', 'part', 'link', 'own'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A symbology that is offered for a purpose: its texts, and the initial values of a new code. */
export interface SuggestedSymbology {
  /** Its name in the standard, the same in every language. */
  name: string;
  /** The key of its texts. */
  textKey:
    | 'ean13'
    | 'ean8'
    | 'upcA'
    | 'upcE'
    | 'dataBar'
    | 'dataBarExpanded'
    | 'itf14'
    | 'gs1128'
    | 'gs1DataMatrix'
    | 'digitalLink'
    | 'dataMatrix'
    | 'qrCode'
    | 'code128'
    | 'code39'
    | 'code93'
    | 'itf'
    | 'pdf417'
    | 'aztec';
  holds: 'text' | 'apps';
  /** The object without position, content and size. */
  object: { type: Barcode['type']; variant?: string; humanReadable?: 'BELOW'; eccLevel?: 'M' };
  /** The key of the module size, and its initial value in millimetres. */
  size: { key: 'barWidth' | 'moduleSize'; length: number };
  /** Millimetres; if omitted, the standard's value or none. */
  barHeight?: number;
}

const OFFERS = {
  ean13: { name: 'EAN-13', holds: 'text', object: { type: 'EAN-13' }, size: { key: 'barWidth', length: 0.33 }, barHeight: 22.85 },
  ean8: { name: 'EAN-8', holds: 'text', object: { type: 'EAN-8' }, size: { key: 'barWidth', length: 0.33 }, barHeight: 18.23 },
  upcA: { name: 'UPC-A', holds: 'text', object: { type: 'UPC-A' }, size: { key: 'barWidth', length: 0.33 }, barHeight: 22.85 },
  upcE: { name: 'UPC-E', holds: 'text', object: { type: 'UPC-E' }, size: { key: 'barWidth', length: 0.33 }, barHeight: 22.85 },
  dataBar: {
    name: 'GS1 DataBar',
    holds: 'text',
    object: { type: 'GS1-DataBar', variant: 'OMNIDIRECTIONAL' },
    size: { key: 'barWidth', length: 0.33 },
  },
  dataBarExpanded: {
    name: 'GS1 DataBar Expanded Stacked',
    holds: 'apps',
    object: { type: 'GS1-DataBar', variant: 'EXPANDED_STACKED' },
    size: { key: 'barWidth', length: 0.33 },
  },
  itf14: {
    name: 'ITF-14',
    holds: 'text',
    object: { type: 'ITF-14', humanReadable: 'BELOW' },
    size: { key: 'barWidth', length: 0.5 },
    barHeight: 31.75,
  },
  gs1128: {
    name: 'GS1-128',
    holds: 'apps',
    object: { type: 'GS1-128', humanReadable: 'BELOW' },
    size: { key: 'barWidth', length: 0.5 },
    barHeight: 31.75,
  },
  gs1DataMatrix: { name: 'GS1 DataMatrix', holds: 'apps', object: { type: 'GS1-DataMatrix' }, size: { key: 'moduleSize', length: 0.5 } },
  digitalLink: {
    name: 'QR Code: GS1 Digital Link',
    holds: 'apps',
    object: { type: 'GS1-DigitalLink', eccLevel: 'M' },
    size: { key: 'moduleSize', length: 0.5 },
  },
  dataMatrix: { name: 'Data Matrix', holds: 'text', object: { type: 'DataMatrix' }, size: { key: 'moduleSize', length: 0.5 } },
  qrCode: { name: 'QR Code', holds: 'text', object: { type: 'QRCode', eccLevel: 'M' }, size: { key: 'moduleSize', length: 0.5 } },
  code128: {
    name: 'Code 128',
    holds: 'text',
    object: { type: 'Code128', humanReadable: 'BELOW' },
    size: { key: 'barWidth', length: 0.25 },
    barHeight: 12,
  },
  code39: {
    name: 'Code 39',
    holds: 'text',
    object: { type: 'Code39', humanReadable: 'BELOW' },
    size: { key: 'barWidth', length: 0.25 },
    barHeight: 12,
  },
  code93: {
    name: 'Code 93',
    holds: 'text',
    object: { type: 'Code93', humanReadable: 'BELOW' },
    size: { key: 'barWidth', length: 0.25 },
    barHeight: 12,
  },
  itf: {
    name: 'ITF',
    holds: 'text',
    object: { type: 'ITF', humanReadable: 'BELOW' },
    size: { key: 'barWidth', length: 0.33 },
    barHeight: 12,
  },
  pdf417: { name: 'PDF417', holds: 'text', object: { type: 'PDF417' }, size: { key: 'moduleSize', length: 0.25 } },
  aztec: { name: 'Aztec', holds: 'text', object: { type: 'Aztec' }, size: { key: 'moduleSize', length: 0.5 } },
} as const satisfies Record<SuggestedSymbology['textKey'], Omit<SuggestedSymbology, 'textKey'>>;

const BY_PURPOSE = {
  retail: ['ean13', 'upcA', 'ean8', 'upcE', 'dataBar', 'dataBarExpanded', 'digitalLink'],
  carton: ['itf14', 'gs1128', 'gs1DataMatrix'],
  pallet: ['gs1128', 'gs1DataMatrix'],
  part: ['dataMatrix', 'gs1DataMatrix', 'qrCode', 'code39'],
  link: ['qrCode', 'digitalLink'],
  own: ['code128', 'dataMatrix', 'qrCode', 'code39', 'code93', 'itf', 'pdf417', 'aztec'],
} as const satisfies Record<Purpose, readonly SuggestedSymbology['textKey'][]>;

/** The initial application identifiers of a code for a purpose, and the initial text of a code without identifiers. */
const BEGINNINGS: Record<Purpose, { ids: readonly string[]; text: string }> = {
  retail: { ids: ['01'], text: '' },
  carton: { ids: ['01', '10'], text: '' },
  pallet: { ids: ['00'], text: '' },
  part: { ids: ['01', '21'], text: '' },
  link: { ids: ['01'], text: 'https://' },
  own: { ids: [], text: '' },
};

/** The symbologies that suit a purpose, the most common first. */
export function symbologiesFor(purpose: Purpose): SuggestedSymbology[] {
  return BY_PURPOSE[purpose].map((textKey) => ({ textKey, ...OFFERS[textKey] }));
}

/** The initial content of a new code for a purpose. */
export function defaultContentOf(purpose: Purpose): { ids: readonly string[]; text: string } {
  return BEGINNINGS[purpose];
}
