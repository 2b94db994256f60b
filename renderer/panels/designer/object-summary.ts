import type { IconName } from '../../ui/icons.ts';
import type { DesignObject } from '../../domain/label-document/design-object.ts';
import { objectsOf } from '../../domain/label-document/design-object.ts';

const SHAPES: Readonly<Record<string, IconName>> = {
  Text: 'text',
  Rect: 'stop',
  Ellipse: 'ready',
  PolyLine: 'line',
  StaticBitmap: 'picture',
  ObjectGroup: 'group',
};

export function iconOf({ type }: DesignObject): IconName {
  return SHAPES[String(type)] ?? 'barcode';
}

/** Describes an object without a name: by its text, its element strings, or its type. */
export function summaryOf(object: DesignObject): string {
  const { text, apps, type } = object;
  if (typeof text === 'string' && text !== '') return text;
  if (Array.isArray(apps)) return apps.map(elementText).join('');
  if (type === 'ObjectGroup') return `${String(type)} (${objectsOf(object, 'children').length})`;
  return String(type ?? '');
}

function elementText(app: unknown): string {
  const [id, value] = Array.isArray(app) ? (app as unknown[]) : [(app as DesignObject)['id'], (app as DesignObject)['value']];
  return `(${String(id)})${String(value)}`;
}
