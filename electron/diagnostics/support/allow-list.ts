/**
 * What of a value may be in a support file: `plain` texts, numbers and flags, the `origin` of an address, lists, and the named fields of an
 * object; `*` is for every other name. What no shape names is left out, so that a field that is added later is not passed on by accident.
 */
export type Shape = 'plain' | 'origin' | readonly [Shape] | { readonly [field: string]: Shape };

/** The allowed part of a value; undefined when nothing of it is. */
export function allowedPart(value: unknown, shape: Shape): unknown {
  if (value === null) return null;
  if (shape === 'plain') return typeof value === 'object' ? undefined : value;
  if (shape === 'origin') return originOf(value);
  if (isList(shape)) return Array.isArray(value) ? value.map((item: unknown) => allowedPart(item, shape[0])) : undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const parts = Object.entries(value).flatMap(([field, part]): [string, unknown][] => {
    const inner = shape[field] ?? shape['*'];
    const allowed = inner === undefined ? undefined : allowedPart(part, inner);
    return allowed === undefined ? [] : [[field, allowed]];
  });
  return Object.fromEntries(parts);
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** Scheme, host and port: users, passwords and the tokens of paths are left out. */
function originOf(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url ? `${url.protocol}//${url.host}` : undefined;
}
