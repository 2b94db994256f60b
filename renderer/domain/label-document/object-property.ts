import type { DesignObject } from './design-object.ts';

/** The value of an object at a path such as `font/height`; undefined if there is none. */
export function valueAt(object: DesignObject, path: string): unknown {
  let value: unknown = object;
  for (const step of path.split('/')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** The object with another value at the path. Undefined removes the key, and containers that are empty as a result. */
export function withValue(object: DesignObject, path: string, value: unknown): DesignObject {
  const [key = '', ...rest] = path.split('/');
  if (rest.length === 0) {
    if (value !== undefined) return { ...object, [key]: value };
    const { [key]: _gone, ...others } = object;
    return others;
  }
  const inner = object[key];
  const changed = withValue(isRecord(inner) ? inner : {}, rest.join('/'), value);
  return withValue(object, key, Object.keys(changed).length === 0 ? undefined : changed);
}

function isRecord(value: unknown): value is DesignObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a list of numbers; undefined if the text is not one. */
export function readNumbers(text: string): number[] | undefined {
  const words = text.split(/[\s,;]+/u).filter((word) => word !== '');
  const numbers = words.map(Number);
  return numbers.every(Number.isFinite) ? numbers : undefined;
}
