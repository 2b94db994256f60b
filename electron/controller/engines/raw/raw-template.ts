import type { EnginePrint } from '../engine.ts';
import { bitmapRows, bytesPerRow } from '../bitmap-rows.ts';

const CONTROLS: Record<string, string> = { cr: '\r', lf: '\n', stx: '\u0002', etx: '\u0003' };
const PLACEHOLDER = /\{(rows|rowsHex|width|height|bytesPerRow|id|cr|lf|stx|etx)\}/;

/** Makes the bytes that are sent for one print. */
export type EncodePrint = (print: EnginePrint) => Buffer;

/** Whether the template has a place for the picture. */
export function hasPicture(template: string): boolean {
  return template.includes('{rows}') || template.includes('{rowsHex}');
}

/** The rows of the picture, one after the other. */
export function encodeRows({ planes: [bitmap] }: EnginePrint): Buffer {
  return bitmapRows(bitmap);
}

/** Fills in a template. Braces around anything but a placeholder are sent as they are. */
export function encodeTemplate(template: string): EncodePrint {
  // A text that is split by a group has its placeholders at the odd places.
  const parts = template.split(PLACEHOLDER).map((part, at) => (at % 2 === 1 ? { name: part } : Buffer.from(part)));
  return (print) => Buffer.concat(parts.map((part) => ('name' in part ? fill(part.name, print) : part)));
}

function fill(name: string, { id, planes: [bitmap] }: EnginePrint): Buffer {
  switch (name) {
    case 'rows':
      return bitmapRows(bitmap);
    case 'rowsHex':
      return Buffer.from(bitmapRows(bitmap).toString('hex').toUpperCase());
    case 'width':
    case 'height':
      return Buffer.from(String(bitmap[name]));
    case 'bytesPerRow':
      return Buffer.from(String(bytesPerRow(bitmap)));
    case 'id':
      return Buffer.from(String(id));
    default:
      return Buffer.from(CONTROLS[name] ?? '');
  }
}
