import { computed } from 'vue';
import { problemSlug } from '#contract/problem.ts';
import type { UnsavedEditKind } from '#contract/station/unsaved-edits.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useCountersStore } from '../../stores/counters.ts';
import { useUnsavedEditsStore, type UnsavedEditDocument } from '../../stores/unsaved-edits.ts';
import { useShiftCodesStore } from '../../stores/shift-codes.ts';
import { useTablesStore } from '../../stores/tables.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import { needsOf, type Need, type NeedKind, type Present } from './template-needs.ts';
import type { LabelTemplate } from './templates.ts';

interface Place {
  connection: string;
  name: string;
}

/** The resources that templates need on a controller: which exist, and how to create the others. */
export function useTemplateNeeds(connection: string) {
  const connections = useConnectionsStore();
  const unsavedEdits = useUnsavedEditsStore();
  const [variables, counters, shiftCodes, tables] = [useVariablesStore(), useCountersStore(), useShiftCodesStore(), useTablesStore()];
  const make = useMaking();

  const present = computed<Present>(() => ({
    variables: variables.items ?? [],
    counters: counters.items ?? [],
    shiftCodes: shiftCodes.items ?? [],
    tables: (tables.items ?? []).map(({ name, summary }) => ({ name, columns: summary.columns ?? [] })),
    hasExtensions: connections.findConnection(connection)?.hasExtensions ?? true,
  }));

  /** Asks the controller, because a list may be missing or out of date. */
  async function isThere({ kind, name, state }: Need): Promise<boolean> {
    if (kind === 'table' || unsavedEdits.isUnreachable(connection)) return state === 'there';
    const get = { variable: variables.get, counter: counters.get, shiftCode: shiftCodes.get }[kind];
    try {
      await get({ connection, name });
      return true;
    } catch (error) {
      if (problemSlug(toProblem(error).type) === 'not-found') return false;
      throw error;
    }
  }

  /** Creates the missing resources. Existing ones are not changed. */
  async function makeMissing(template: LabelTemplate): Promise<void> {
    const isListed = !template.table || unsavedEdits.isUnreachable(connection);
    const now = isListed ? present.value : { ...present.value, tables: await tables.reader(connection).list() };
    for (const need of needsOf(template, now)) {
      if (need.state !== 'beyond' && !(await isThere(need))) await make[need.kind]({ connection, name: need.name }, template);
    }
  }

  return { needsOf: (template: LabelTemplate) => needsOf(template, present.value), makeMissing };
}

/**
 * Creates a resource of a template, or queues it for an unreachable controller. A counter is never queued, because its late value would
 * print duplicates.
 */
function useMaking(): Record<NeedKind, (place: Place, template: LabelTemplate) => Promise<void>> {
  const unsavedEdits = useUnsavedEditsStore();
  const [variables, counters, shiftCodes, tables] = [useVariablesStore(), useCountersStore(), useShiftCodesStore(), useTablesStore()];

  async function keepOr<Content extends UnsavedEditDocument>(
    kind: UnsavedEditKind,
    place: Place,
    { content, put }: Making<Content>,
  ): Promise<void> {
    if (content) await unsavedEdits.saveOrQueue({ ...place, kind }, { content, base: null }, () => put(place, content, null));
  }

  return {
    variable: (place, template) => keepOr('variable', place, { content: template.variables[place.name], put: variables.put }),
    shiftCode: (place, template) => keepOr('shiftCode', place, { content: template.shiftCodes[place.name], put: shiftCodes.put }),
    table: (place, template) => keepOr('table', place, { content: template.table?.content, put: tables.put }),
    counter: async (place, template) => {
      const counter = template.counters[place.name];
      if (counter) await counters.put(place, counter, { expected: null });
    },
  };
}

interface Making<Content> {
  content: Content | undefined;
  put: (place: Place, content: Content, expected: null) => Promise<void>;
}
