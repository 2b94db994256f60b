/**
 * An object of a label in a form that identifies it for the operator: its number on each level of the drawing list (from 1) and its type.
 */
export interface ObjectPlace {
  number: string;
  type: string;
  /** The name in the document, or ''. */
  name: string;
  /** The part of the object, counted from 1: `text`, `font height`, `apps 1 value`, or ''. */
  field: string;
}

export interface ResolvedText {
  pointer: string;
  number: string;
  type: string;
  name: string;
  text: string;
}

/** The object that a pointer into a label document refers to; undefined if it refers to something else, such as the width. */
export function findObject(label: unknown, pointer: string): ObjectPlace | undefined {
  const steps = pointer.split('/').slice(1);
  const numbers: number[] = [];
  let value = label;
  while (steps.length >= 2 && (steps[0] === 'objs' || steps[0] === 'children') && /^\d+$/.test(steps[1] ?? '')) {
    const index = Number(steps[1]);
    value = childrenOf(value, steps[0])[index];
    numbers.push(index + 1);
    steps.splice(0, 2);
  }
  if (numbers.length === 0) return undefined;
  return { number: numbers.join('.'), type: stringOf(value, 'type') ?? '', name: stringOf(value, 'name') ?? '', field: fieldOf(steps) };
}

function fieldOf(steps: readonly string[]): string {
  return steps.map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step)).join(' ');
}

/** Every text of a resolved label in drawing order. GS1 element strings are written as `(01)...(17)...`. */
export function resolvedTexts(label: unknown): ResolvedText[] {
  return textsOf(childrenOf(label, 'objs'), '/objs', '');
}

function textsOf(objects: unknown[], pointer: string, prefix: string): ResolvedText[] {
  return objects.flatMap((object, index) => {
    const number = `${prefix}${index + 1}`;
    const own = `${pointer}/${index}`;
    const children = childrenOf(object, 'children');
    if (children.length > 0) return textsOf(children, `${own}/children`, `${number}.`);
    const text = stringOf(object, 'text') ?? elementString(object);
    return text === undefined
      ? []
      : [{ pointer: own, number, type: stringOf(object, 'type') ?? '', name: stringOf(object, 'name') ?? '', text }];
  });
}

function elementString(object: unknown): string | undefined {
  const apps = childrenOf(object, 'apps');
  if (apps.length === 0) return undefined;
  return apps
    .map((app) =>
      Array.isArray(app) ? `(${String(app[0])})${String(app[1])}` : `(${stringOf(app, 'id') ?? ''})${stringOf(app, 'value') ?? ''}`,
    )
    .join('');
}

function childrenOf(value: unknown, key: string): unknown[] {
  const children = propertyOf(value, key);
  return Array.isArray(children) ? children : [];
}

function stringOf(value: unknown, key: string): string | undefined {
  const text = propertyOf(value, key);
  return typeof text === 'string' ? text : undefined;
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
