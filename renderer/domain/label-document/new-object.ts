import type { DesignObject } from './design-object.ts';

/** The kinds of objects that one button adds; pictures and some codes have dialogs of their own. */
export const PLAIN_KINDS = ['Text', 'Rect', 'Ellipse', 'PolyLine'] as const;
export const CODE_KINDS = ['DataMatrix', 'QRCode', 'Code128', 'EAN-13', 'GS1-128', 'GS1-DataMatrix'] as const;
export const NEW_KINDS = [...PLAIN_KINDS, ...CODE_KINDS] as const;
export type NewKind = (typeof NEW_KINDS)[number];

/** The identifiers of a new GS1 code: GTIN, best before, and batch. */
const USUAL_IDENTIFIERS = ['01', '15', '10'];

/**
 * A new object at a position in millimetres. Codes start without content, so that no example can be printed by mistake: the label says what is
 * missing until data is entered or a field is dropped on the code.
 */
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
      return { type: kind, ...at, moduleSize: 0.6, text: '' };
    case 'QRCode':
      return { type: kind, ...at, moduleSize: 0.6, text: '' };
    case 'Code128':
      return { type: kind, ...at, barHeight: 10, text: '', humanReadable: 'BELOW' };
    case 'EAN-13':
      return { type: kind, ...at, text: '' };
    case 'GS1-128':
      return { type: kind, ...at, barHeight: 15, humanReadable: 'BELOW', apps: elements() };
    case 'GS1-DataMatrix':
      return { type: kind, ...at, moduleSize: 0.6, apps: elements() };
  }
}

function elements() {
  return USUAL_IDENTIFIERS.map((id) => ({ id, value: '' }));
}
