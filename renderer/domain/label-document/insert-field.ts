import type { DesignObject } from './design-object.ts';

/** An object with a field added to its text, or in the first empty element string of a GS1 code; undefined if it takes no field. */
export function withField(object: DesignObject, code: string): DesignObject | undefined {
  const { text, apps } = object;
  if (typeof text === 'string') return { ...object, text: text + code };
  if (!Array.isArray(apps)) return undefined;
  const empty = apps.findIndex((element: unknown) => valueOf(element) === '');
  if (empty < 0) return undefined;
  return { ...object, apps: apps.map((element: unknown, index) => (index === empty ? withValue(element, code) : element)) };
}

/** Whether an object is a code that has no content, or not all of it. */
export function lacksContent({ type, text, apps }: DesignObject): boolean {
  if (type === 'Text') return false;
  return text === '' || (Array.isArray(apps) && apps.some((element: unknown) => valueOf(element) === ''));
}

/** Element strings are pairs, or objects with `id` and `value`. */
function valueOf(element: unknown): unknown {
  return Array.isArray(element) ? element[1] : (element as DesignObject | null)?.['value'];
}

function withValue(element: unknown, value: string): unknown {
  return Array.isArray(element) ? [element[0], value] : { ...(element as DesignObject), value };
}
