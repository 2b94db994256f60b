import type { DesignObject } from './design-object.ts';

/** The kinds of objects that one button adds; pictures and some codes have dialogs of their own. */
export const NEW_KINDS = [
  'Text',
  'Rect',
  'Ellipse',
  'PolyLine',
  'DataMatrix',
  'QRCode',
  'Code128',
  'EAN-13',
  'GS1-128',
  'GS1-DataMatrix',
] as const;
export type NewKind = (typeof NEW_KINDS)[number];

/** One year after the print, as a GS1 date: two digits each for year, month and day. */
const BEST_BEFORE = '{TIME;{YEAR2}{MONTH}{DAYOFMONTH};+1year}';
const GTIN = '09501101530003';

/** A new object at a position in millimetres, with sample content that prints without any counters and variables. */
export function newObject(kind: NewKind, { x, y }: { x: number; y: number }): DesignObject {
  const at = { x, y };
  switch (kind) {
    case 'Text':
      return { type: kind, ...at, text: 'Text', font: { family: 'Arimo', height: 4 } };
    case 'Rect':
      return { type: kind, ...at, width: 20, height: 10, lineWidth: 0.5 };
    case 'Ellipse':
      return { type: kind, ...at, width: 15, height: 10, lineWidth: 0.5 };
    case 'PolyLine':
      return { type: kind, points: [x, y, x + 20, y], lineWidth: 0.5 };
    case 'DataMatrix':
      return { type: kind, ...at, moduleSize: 0.6, text: 'SN-000123' };
    case 'QRCode':
      return { type: kind, ...at, moduleSize: 0.6, text: 'https://id.gs1.org/01/09501101530003' };
    case 'Code128':
      return { type: kind, ...at, barHeight: 10, text: 'ABC-123', humanReadable: 'BELOW' };
    case 'EAN-13':
      return { type: kind, ...at, text: '9501101530003' };
    case 'GS1-128':
      return { type: kind, ...at, barHeight: 15, humanReadable: 'BELOW', apps: elements() };
    case 'GS1-DataMatrix':
      return { type: kind, ...at, moduleSize: 0.6, apps: elements() };
  }
}

function elements() {
  return [
    { id: '01', value: GTIN },
    { id: '17', value: BEST_BEFORE },
    { id: '10', value: 'A1' },
  ];
}
