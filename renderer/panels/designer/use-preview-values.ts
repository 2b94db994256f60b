import { computed, ref, shallowRef, type Ref } from 'vue';
import type { Counter } from '#contract/api-v3/counter.ts';
import type { Label } from '#contract/api-v3/label.ts';
import type { Shift } from '#contract/api-v3/shift-code.ts';
import { NeedsReader } from '#rendering/label-needs.ts';
import type { CounterReading, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { problemSlug } from '#contract/problem.ts';
import { toProblem } from '../../composables/to-problem.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useCountersStore } from '../../stores/counters.ts';
import { useSettingsStore } from '../../stores/settings.ts';
import { useShiftCodesStore } from '../../stores/shift-codes.ts';
import { useTablesStore } from '../../stores/tables.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import type { PickedRow } from '../table/picked-row.ts';
import { useExampleRow } from '../label/use-example-row.ts';

/** More than these are read only by labels that nobody could keep an eye on. */
const MOST_NAMES = 500;

/**
 * What a label is drawn with while it is designed: what its controller has now, the row that somebody chose, and what somebody tried instead of
 * the present moment or of a variable's value. Nothing of it is written anywhere.
 */
export function usePreviewValues(connection: string, label: Ref<Label | undefined>) {
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const [variables, settings] = [useVariablesStore(), useSettingsStore()];
  const { readings, shifts } = useReadings(connection);
  /** Milliseconds since the epoch; undefined = now. */
  const moment = ref<number>();
  /** Values tried in place of those of variables. */
  const tried = shallowRef<ReadonlyMap<string, string>>(new Map());
  const reader = new NeedsReader();
  const needs = computed(() => label.value && reader.read(label.value));
  const { row, isExample } = useExampleRow(() => ({ connection, columns: needs.value?.columns ?? [] }));

  const dates = useLoad((signal) => settings.get(connection, signal));
  const cells = useCells(connection, row);
  const timeZone = computed(() => dates.value.value?.timeZone ?? connections.findConnection(connection)?.timeZone ?? 'UTC');
  /** A second is the smallest thing that a label says. */
  const now = computed(() => Math.floor(clock.now / 1_000) * 1_000);

  const values = computed<PrintValues>(() => {
    const { monthEnd, productionDayStart } = dates.value.value ?? {};
    return {
      moment: {
        epochMs: moment.value ?? now.value,
        timeZone: timeZone.value,
        ...(monthEnd && { monthEnd }),
        ...(productionDayStart && { productionDayStart }),
      },
      variables: new Map([...(variables.items ?? []).map(({ name, value }): [string, string] => [name, value]), ...tried.value]),
      counters: readings.value.value ?? new Map<string, CounterReading>(),
      shiftCodes: shifts.value.value ?? new Map<string, readonly Shift[]>(),
      row: cells.value.value,
    };
  });

  function tryValue(name: string, value: string | undefined): void {
    const next = new Map(tried.value);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    tried.value = next;
  }

  const chooseMoment = (epochMs: number | undefined) => (moment.value = epochMs);
  const chooseRow = (picked: PickedRow) => (row.value = picked);

  return {
    values,
    moment,
    tried,
    tryValue,
    chooseMoment,
    chooseRow,
    row,
    isExample,
    needs,
    timeZone,
  };
}

/** The cells of a row by their columns. */
function useCells(connection: string, row: Ref<PickedRow | undefined>) {
  const tables = useTablesStore();
  return useLoad(
    async (signal) => {
      const { value } = row;
      if (!value) return undefined;
      const page = await tables.rows({ connection, name: value.table }, { column: value.keyColumn, key: value.key, limit: 1 }, signal);
      const found = page.rows[0]?.cells;
      return found && new Map(page.columns.map((column, index) => [column, found[index] ?? '']));
    },
    [row],
  );
}

/** What counters and shift codes say, all of them: a text is completed with names that no label has yet. */
function useReadings(connection: string) {
  const [counters, shiftCodes] = [useCountersStore(), useShiftCodesStore()];
  const readings = useLoad(
    async () => readEach(counters.items, async ({ name }) => readingOf(await counters.get({ connection, name }))),
    [() => counters.items],
  );
  const shifts = useLoad(
    async () => readEach(shiftCodes.items, async ({ name }) => (await shiftCodes.get({ connection, name })).shifts),
    [() => shiftCodes.items],
  );
  return { readings, shifts };
}

export type PreviewValues = ReturnType<typeof usePreviewValues>;

function readingOf({ value, width, padding, format }: Counter): CounterReading {
  return { value, width, padding, format };
}

/** A list tells names only. What was deleted since it was read is left out: a label that asks for it says so itself. */
async function readEach<Item extends { name: string }, Value>(
  items: readonly Item[] = [],
  read: (item: Item) => Promise<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const found = await Promise.all(
    items.slice(0, MOST_NAMES).map(async (item): Promise<[string, Value] | undefined> => {
      try {
        return [item.name, await read(item)];
      } catch (error) {
        if (problemSlug(toProblem(error).type) === 'not-found') return undefined;
        throw error;
      }
    }),
  );
  return new Map(found.filter((entry) => entry !== undefined));
}
