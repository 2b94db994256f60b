import { ProblemError } from '#contract/problem.ts';

/** Fills names into a path below `/api/v3`, each as one percent-encoded segment. Throws `invalid-input` for a name that no address can hold. */
export function apiPath(strings: TemplateStringsArray, ...names: string[]): string {
  return '/api/v3' + String.raw({ raw: strings }, ...names.map(segment));
}

function segment(name: string): string {
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed()) {
    throw new ProblemError('invalid-input', { detail: `The name "${name}" cannot stand in an address.` });
  }
  return encodeURIComponent(name);
}

export type QueryParameters = Record<string, string | number | undefined>;

/** The query as text with its `?`; what is undefined is left out. */
export function queryText(query: QueryParameters = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text && '?' + text;
}
