import { freeName } from '../../../composables/free-name.ts';
import type { LabelTemplate } from './templates.ts';

export type NeedKind = 'variable' | 'counter' | 'shiftCode' | 'table';

/** Something that a template needs on its controller. */
export interface Need {
  kind: NeedKind;
  /** What it is called there, or will be. */
  name: string;
  /** beyond: only the controller itself can make it, this page cannot. */
  state: 'there' | 'new' | 'beyond';
}

/** What a controller has already. */
export interface Present {
  variables: readonly { name: string }[];
  counters: readonly { name: string }[];
  shiftCodes: readonly { name: string }[];
  tables: readonly { name: string; columns: readonly string[] }[];
  /** False for a controller whose counters and shift codes cannot be reached. */
  hasExtensions: boolean;
}

/**
 * What a template needs, and whether it is there: nothing that is there is touched. Counters come first: where a controller is away they cannot be
 * made, and nothing else is made in vain.
 */
export function needsOf(template: LabelTemplate, present: Present): Need[] {
  const extension = { isReached: present.hasExtensions };
  return [
    ...named('counter', template.counters, { there: present.counters, ...extension }),
    ...named('variable', template.variables, { there: present.variables, isReached: true }),
    ...named('shiftCode', template.shiftCodes, { there: present.shiftCodes, ...extension }),
    ...tableNeed(template, present.tables),
  ];
}

function named(kind: NeedKind, wanted: object, { there, isReached }: { there: readonly { name: string }[]; isReached: boolean }): Need[] {
  return Object.keys(wanted).map((name) => {
    if (!isReached) return { kind, name, state: 'beyond' };
    return { kind, name, state: there.some((own) => own.name === name) ? 'there' : 'new' };
  });
}

/** A table of that name may hold something else entirely: its columns tell whether it fits. */
function tableNeed({ table }: LabelTemplate, tables: Present['tables']): Need[] {
  if (!table) return [];
  const fitting = tables.find(({ columns }) => table.content.columns.every((column) => columns.includes(column)));
  if (fitting) return [{ kind: 'table', name: fitting.name, state: 'there' }];
  return [{ kind: 'table', name: freeName(table.name, tables), state: 'new' }];
}
