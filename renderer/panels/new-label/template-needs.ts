import { freeName } from '../../domain/formats/free-name.ts';
import type { LabelTemplate } from './templates.ts';

export type NeedKind = 'variable' | 'counter' | 'shiftCode' | 'table';

/** A resource that a template needs on its controller. */
export interface Need {
  kind: NeedKind;
  /** Its name on the controller. */
  name: string;
  /** beyond: only the controller can create it, not this page. */
  state: 'there' | 'new' | 'beyond';
}

/** The resources that a controller has. */
export interface Present {
  variables: readonly { name: string }[];
  counters: readonly { name: string }[];
  shiftCodes: readonly { name: string }[];
  tables: readonly { name: string; columns: readonly string[] }[];
  /** False for a controller without access to counters and shift codes. */
  hasExtensions: boolean;
}

/**
 * The resources that a template needs, and whether they exist; existing ones are not changed. Counters come first: they cannot be created
 * while a controller is unreachable, and then nothing else is created in vain.
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

/** A table of that name may have other content: it is compared by its columns. */
function tableNeed({ table }: LabelTemplate, tables: Present['tables']): Need[] {
  if (!table) return [];
  const fitting = tables.find(({ columns }) => table.content.columns.every((column) => columns.includes(column)));
  if (fitting) return [{ kind: 'table', name: fitting.name, state: 'there' }];
  return [{ kind: 'table', name: freeName(table.name, tables), state: 'new' }];
}
