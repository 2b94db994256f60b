import { computed } from 'vue';
import { problemSlug } from '#contract/problem.ts';
import type { DraftKind } from '#contract/station/drafts.ts';
import { toProblem } from '../../../composables/to-problem.ts';
import { useConnectionsStore } from '../../../stores/connections.ts';
import { useCountersStore } from '../../../stores/counters.ts';
import { useDraftsStore, type DraftDocument } from '../../../stores/drafts.ts';
import { useShiftCodesStore } from '../../../stores/shift-codes.ts';
import { useTablesStore } from '../../../stores/tables.ts';
import { useVariablesStore } from '../../../stores/variables.ts';
import { needsOf, type Need, type NeedKind, type Present } from './template-needs.ts';
import type { LabelTemplate } from './templates.ts';

interface Place {
  connection: string;
  name: string;
}

/** What templates need on a controller: what of it is there, and the making of the rest. */
export function useTemplateNeeds(connection: string) {
  const connections = useConnectionsStore();
  const drafts = useDraftsStore();
  const [variables, counters, shiftCodes, tables] = [useVariablesStore(), useCountersStore(), useShiftCodesStore(), useTablesStore()];
  const make = useMaking();

  const present = computed<Present>(() => ({
    variables: variables.items ?? [],
    counters: counters.items ?? [],
    shiftCodes: shiftCodes.items ?? [],
    tables: (tables.items ?? []).map(({ name, summary }) => ({ name, columns: summary.columns ?? [] })),
    hasExtensions: connections.findConnection(connection)?.hasExtensions ?? true,
  }));

  /** Asked of the controller itself: a list may not be read yet, or be of a moment ago. */
  async function isThere({ kind, name, state }: Need): Promise<boolean> {
    if (kind === 'table' || drafts.isAway(connection)) return state === 'there';
    const get = { variable: variables.get, counter: counters.get, shiftCode: shiftCodes.get }[kind];
    try {
      await get({ connection, name });
      return true;
    } catch (error) {
      if (problemSlug(toProblem(error).type) === 'not-found') return false;
      throw error;
    }
  }

  /** Makes what is missing. What is there stays as it is. */
  async function makeMissing(template: LabelTemplate): Promise<void> {
    const isListed = !template.table || drafts.isAway(connection);
    const now = isListed ? present.value : { ...present.value, tables: await tables.reader(connection).list() };
    for (const need of needsOf(template, now)) {
      if (need.state !== 'beyond' && !(await isThere(need))) await make[need.kind]({ connection, name: need.name }, template);
    }
  }

  return { needsOf: (template: LabelTemplate) => needsOf(template, present.value), makeMissing };
}

/** Puts one thing of a template, or keeps it for its controller's return; a counter is never kept: its late value would print twice. */
function useMaking(): Record<NeedKind, (place: Place, template: LabelTemplate) => Promise<void>> {
  const drafts = useDraftsStore();
  const [variables, counters, shiftCodes, tables] = [useVariablesStore(), useCountersStore(), useShiftCodesStore(), useTablesStore()];

  async function keepOr<Content extends DraftDocument>(kind: DraftKind, place: Place, { content, put }: Making<Content>): Promise<void> {
    if (content) await drafts.saveOrKeep({ ...place, kind }, { content, base: null }, () => put(place, content, null));
  }

  return {
    variable: (place, template) => keepOr('variable', place, { content: template.variables[place.name], put: variables.put }),
    shiftCode: (place, template) => keepOr('shiftCode', place, { content: template.shiftCodes[place.name], put: shiftCodes.put }),
    table: (place, template) => keepOr('table', place, { content: template.table?.content, put: tables.put }),
    counter: async (place, template) => {
      const counter = template.counters[place.name];
      if (counter) await counters.put(place, counter, { over: null });
    },
  };
}

interface Making<Content> {
  content: Content | undefined;
  put: (place: Place, content: Content, over: null) => Promise<void>;
}
