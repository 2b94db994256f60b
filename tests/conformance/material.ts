/** Labels, tables and other items for the checks, in the shapes of the specification. */

const FONT = { family: 'Arial', style: '', height: 3 };

export function textObject(text: string): Record<string, unknown> {
  return { type: 'Text', x: 1, y: 1, text, font: FONT, color: 'black' };
}

export function labelOf(...objs: unknown[]): Record<string, unknown> {
  return { format: 3, width: 20, height: 10, objs };
}

export function textLabel(...texts: string[]): Record<string, unknown> {
  return labelOf(...texts.map(textObject));
}

/** A picture of one white dot. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

export const TABLE = {
  columns: ['SKU', 'Name'],
  rows: [
    ['S12', 'Medium'],
    ['S13', 'Large'],
  ],
};

export const SHIFTS = {
  shifts: [
    { offset: 0, code: 'A' },
    { offset: 720, code: 'B' },
  ],
};
