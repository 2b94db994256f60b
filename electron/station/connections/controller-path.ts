import { ProblemError } from '#contract/problem.ts';

/** Template tag: a path below `/api/v3` with percent-encoded names. Throws `invalid-input` for a name that cannot be a path segment. */
export function apiPath(strings: TemplateStringsArray, ...names: string[]): string {
  return '/api/v3' + String.raw({ raw: strings }, ...names.map(segment));
}

function segment(name: string): string {
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed()) {
    throw new ProblemError('invalid-input', { detail: `The name "${name}" cannot be used in an address.` });
  }
  return encodeURIComponent(name);
}

export type QueryParameters = Record<string, string | number | readonly string[] | undefined>;

/** The query string with its `?`, or an empty text. Undefined parameters are left out; a list repeats its parameter. */
export function queryText(query: QueryParameters = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value = []] of Object.entries(query)) {
    for (const one of [value].flat()) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text && '?' + text;
}
