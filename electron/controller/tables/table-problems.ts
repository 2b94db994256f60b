import { ProblemError } from '#contract/problem.ts';
import { namedRows } from './named-rows.ts';

/** How many row numbers a message names. */
const ROWS_NAMED = 10;

/** `detail` names what is missing: the table, or something in it. */
export function tableNotFound(name: string, detail: string): ProblemError {
  return new ProblemError('not-found', { detail, instance: `/api/v3/tables/${encodeURIComponent(name)}` });
}

export function columnNotFound(name: string, column: string): ProblemError {
  return tableNotFound(name, `The table "${name}" has no column "${column}".`);
}

/** Names the first rows with this key. */
export function keyNotUnique(name: string, key: string, numbers: readonly number[]): ProblemError {
  const rest = numbers.length - ROWS_NAMED;
  const rows = namedRows((counted) => {
    const named = numbers.slice(0, ROWS_NAMED).map(counted);
    const last = rest > 0 ? `${rest} more` : String(named.pop());
    return `rows ${named.join(', ')} and ${last}`;
  });
  return new ProblemError('key-not-unique', {
    detail: `In the table "${name}" the key "${key}" occurs in the ${rows}.`,
    instance: `/api/v3/tables/${encodeURIComponent(name)}`,
  });
}

/** A look-up needs both parts; the error points at the missing one. */
export function halfLookup(column: string | undefined): ProblemError {
  const detail = 'column and key must be given together or not at all';
  return new ProblemError('invalid-input', { detail, errors: [{ pointer: column === undefined ? '?column' : '?key', detail }] });
}

/** An edit that does not fit the table; `pointer` names the part of the request. */
export function invalidEdit(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}

export function columnTaken(name: string, column: string): ProblemError {
  return new ProblemError('name-taken', {
    detail: `The table "${name}" already has a column "${column}".`,
    instance: `/api/v3/tables/${encodeURIComponent(name)}`,
  });
}
