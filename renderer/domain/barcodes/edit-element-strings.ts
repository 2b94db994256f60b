import type { Gs1Element } from '#contract/api-v3/label-barcodes.ts';

/** The application identifier of an element string, in either notation. */
export function elementId(element: Gs1Element): string {
  return Array.isArray(element) ? element[0] : element.id;
}

/** The value of an element string, in either notation. */
export function elementValue(element: Gs1Element): string {
  return Array.isArray(element) ? element[1] : element.value;
}

/** The element string with another identifier, in the same notation. */
export function withGs1Id(element: Gs1Element, id: string): Gs1Element {
  return Array.isArray(element) ? [id, element[1]] : { ...element, id };
}

/** The list with a new element string at its end, in the notation of the last one. */
export function addElement(elements: readonly Gs1Element[], id: string): Gs1Element[] {
  const value = firstValue(id);
  return [...elements, Array.isArray(elements.at(-1)) ? [id, value] : { id, value }];
}

/** The list with the element string at `from` moved to `to`. */
export function moveElement(elements: readonly Gs1Element[], from: number, to: number): Gs1Element[] {
  const moved = [...elements];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** Production and packaging dates are the date of the print; only the operator knows the other dates. */
function firstValue(id: string): string {
  return id === '11' || id === '13' ? '{YEAR2}{MONTH}{DAYOFMONTH}' : '';
}
