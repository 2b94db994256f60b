import type { Counter } from '#contract/api-v3/counter.ts';
import type { RowsToDelete } from '#contract/api-v3/table.ts';
import type { SentCommand } from '../../link/station-link.ts';

/** The fields that name what a command is about, and those that its description needs. */
interface Input {
  id?: string;
  name?: string;
  printer?: string;
  print?: number;
  family?: string;
  style?: string;
  counter?: Counter;
  expected?: Counter | null;
  rows?: RowsToDelete;
  column?: { column: string };
}

/** What a command concerns, as the person who confirms it reads it; empty when the action says it all. `nameOfId` gives the name of a thing by its id. */
export function subjectOf({ input }: SentCommand, nameOfId: (id: string) => string | undefined): string {
  const { id, name, printer, print, family, style, counter, expected, rows, column } = input as Input;
  const thing = id === undefined ? (name ?? printer ?? family ?? numberOf(print)) : (nameOfId(id) ?? id);
  const change = counter && expected ? `${expected.value} → ${counter.value}` : undefined;
  return [thing, style, change, rows && rangeOf(rows), column?.column].filter((part) => part !== undefined && part !== '').join(' · ');
}

/** The reason that the first person gave; empty for a command without one. */
export function reasonOf({ input }: SentCommand): string {
  const { reason } = input as { reason?: unknown };
  return typeof reason === 'string' ? reason : '';
}

function numberOf(print: number | undefined): string | undefined {
  return print === undefined ? undefined : `#${print}`;
}

/** Rows are counted from 1. */
function rangeOf({ row, count }: RowsToDelete): string {
  return count > 1 ? `${row + 1}–${row + count}` : String(row + 1);
}
