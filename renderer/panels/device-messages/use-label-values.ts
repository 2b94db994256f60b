import { computed, type Ref } from 'vue';
import type { Label } from '#contract/api-v3/label.ts';
import { labelNeeds, type LabelNeeds } from '#rendering/label/label-needs.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { useStationClient } from '../../composables/station-client.ts';
import type { TextContext } from '../../domain/dynamic-text/text-context.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useTablesStore } from '../../stores/tables.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useExampleRow } from '../label/use-example-row.ts';

type Read = Pick<PrintValues, 'variables' | 'counters' | 'shiftCodes'> & { dates: Partial<PrintValues['moment']> };

/**
 * The current values of everything that a label uses, on any connection: a field of its message can show these and no others. A label that
 * needs a table row gets an example.
 */
export function useLabelValues(connection: string, label: Ref<Label | undefined>) {
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const needs = computed(() => (label.value ? labelNeeds(label.value) : undefined));
  const { row } = useExampleRow(() => ({ connection, columns: needs.value?.columns ?? [] }));
  const read = useNeeded(connection, needs);
  const cells = useExampleCells(connection, row);
  /** A label has no smaller unit than a second. */
  const now = computed(() => Math.floor(clock.now / 1_000) * 1_000);

  const values = computed<PrintValues | undefined>(() => {
    const known = read.value.value;
    if (!known) return undefined;
    const { dates, ...rest } = known;
    const timeZone = connections.findConnection(connection)?.timeZone ?? 'UTC';
    return { ...rest, moment: { epochMs: now.value, timeZone, ...dates }, row: cells.value.value };
  });
  const context = computed<TextContext | undefined>(
    () => values.value && { values: values.value, columns: [...(values.value.row?.keys() ?? [])] },
  );
  const problem = computed(() => read.problem.value ?? cells.problem.value);
  return { values, context, row, problem };
}

function useNeeded(connection: string, needs: Ref<LabelNeeds | undefined>) {
  const client = useStationClient();
  return useLoad(
    async (signal): Promise<Read | undefined> => {
      if (!needs.value) return undefined;
      const { variables, counters, shiftCodes } = needs.value;
      const named = <Value>(names: readonly string[], get: (name: string) => Promise<Value>) =>
        Promise.all(names.map(async (name): Promise<[string, Value]> => [name, await get(name)]));
      const [settings, texts, readings, shifts] = await Promise.all([
        client.settings.get({ connection }, signal),
        named(variables, async (name) => (await client.variables.get({ connection, name }, signal)).value),
        named(counters, async (name) => client.counters.get({ connection, name }, signal)),
        named(shiftCodes, async (name) => (await client.shiftCodes.get({ connection, name }, signal)).shifts),
      ]);
      return { dates: settings, variables: new Map(texts), counters: new Map(readings), shiftCodes: new Map(shifts) };
    },
    [needs],
  );
}

/** The cells of the example row, by column. */
function useExampleCells(connection: string, row: ReturnType<typeof useExampleRow>['row']) {
  const tables = useTablesStore();
  return useLoad(async () => {
    const picked = row.value;
    if (!picked) return undefined;
    const page = await tables.reader(connection).rows(picked.table, { column: picked.keyColumn, key: picked.key, limit: 1 });
    return new Map(page.columns.map((column, index) => [column, page.rows[0]?.cells[index] ?? '']));
  }, [row]);
}
