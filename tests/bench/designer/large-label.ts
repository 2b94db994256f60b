import { labelSchema, type Label } from '#contract/api-v3/label.ts';

/** In millimetres. */
const SIZE = { width: 200, height: 150 };
const COLUMNS = 25;
const CELL = { width: 8, height: 7.5 };
const KINDS = ['Text', 'Text', 'Text', 'Rect', 'DataMatrix', 'Text', 'PolyLine', 'Code128', 'Text', 'Ellipse'] as const;

/** A deterministic label with that many objects: half of them text, a fifth of them barcodes. */
export function largeLabel(objects: number): Label {
  const objs = Array.from({ length: objects }, (_, index) => objectAt(index));
  return labelSchema.parse({ format: 3, ...SIZE, objs });
}

function objectAt(index: number): Record<string, unknown> {
  const at = { x: (index % COLUMNS) * CELL.width + 0.5, y: (Math.floor(index / COLUMNS) % 20) * CELL.height + 0.5 };
  switch (KINDS[index % KINDS.length]) {
    case 'Rect':
      return { type: 'Rect', ...at, width: 7, height: 6, lineWidth: 0.3 };
    case 'Ellipse':
      return { type: 'Ellipse', ...at, width: 7, height: 6, lineWidth: 0.3 };
    case 'PolyLine':
      return { type: 'PolyLine', points: [at.x, at.y, at.x + 7, at.y + 6], lineWidth: 0.3 };
    case 'DataMatrix':
      return { type: 'DataMatrix', ...at, moduleSize: 0.3, text: `PART ${index}` };
    case 'Code128':
      return { type: 'Code128', ...at, barWidth: 0.1, barHeight: 5, text: `A${index}` };
    default:
      return { type: 'Text', ...at, text: `No. ${index}\n{DAYOFMONTH}.{MONTH}`, font: { family: 'Arimo', style: '', height: 2.4 } };
  }
}
