import type { LabelObject } from '#contract/api-v3/label.ts';
import type { Gs1AppsBarcode, Gs1Element } from '#contract/api-v3/label-barcodes.ts';

/** An element string of a label, with the paths of its parts within the object. */
export interface LocatedElement {
  id: string;
  idPath: string;
  value: string;
  valuePath: string;
}

/** Codes that always contain element strings. */
const APPS_TYPES = new Set(['GS1-128', 'GS1-DataMatrix', 'GS1-QRCode', 'GS1-DigitalLink']);

/** Whether the object is a code with separate element strings. */
export function hasGs1Apps(object: LabelObject): object is Gs1AppsBarcode {
  if (object.type === 'GS1-DataBar') return object.variant === 'EXPANDED' || object.variant === 'EXPANDED_STACKED';
  return APPS_TYPES.has(object.type);
}

/** The element strings of a code, from either notation. */
export function gs1Elements({ apps }: Gs1AppsBarcode): LocatedElement[] {
  return apps.map((element, index) => {
    const path = `/apps/${index}`;
    if (Array.isArray(element)) return { id: element[0], idPath: `${path}/0`, value: element[1], valuePath: `${path}/1` };
    return { id: element.id, idPath: `${path}/id`, value: element.value, valuePath: `${path}/value` };
  });
}

/** A copy of the element string with another value, in the same notation. */
export function withGs1Value(element: Gs1Element, value: string): Gs1Element {
  return Array.isArray(element) ? [element[0], value] : { ...element, value };
}
