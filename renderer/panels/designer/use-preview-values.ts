import { computed, ref, shallowRef, type Ref } from 'vue';
import type { Counter } from '#contract/api-v3/counter.ts';
import type { Label } from '#contract/api-v3/label.ts';
import type { Shift } from '#contract/api-v3/shift-code.ts';
import { NeedsReader } from '#rendering/label/label-needs.ts';
import type { CounterReading, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { problemSlug } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useCountersStore } from '../../stores/counters.ts';
import { useSettingsStore } from '../../stores/settings.ts';
import { useShiftCodesStore } from '../../stores/shift-codes.ts';
import { useTablesStore } from '../../stores/tables.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import type { PickedRow } from '../../domain/tables/picked-row.ts';
import { useExampleRow } from '../label/use-example-row.ts';

/** The limit of names that are read for a label. */
const MAX_NAMES = 500;

/**
 * The data that a label is drawn with in the designer: the controller's current data, the chosen row, and values tried in place of the
 * current time or of variables. Nothing is saved.
 */
export function usePreviewValues(connection: string, label: Ref<Label | undefined>) {
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const [variables, settings] = [useVariablesStore(), useSettingsStore()];
  const { readings, shifts } = useReadings(connection);
  /** Milliseconds since the epoch; undefined = now. */
  const moment = ref<number>();
  /** Values tried in place of the variables' own. */
  const tried = shallowRef<ReadonlyMap<string, string>>(new Map());
  const reader = new NeedsReader();
  const needs = computed(() => label.value && reader.read(label.value));
  const { row, isExample } = useExampleRow(() => ({ connection, columns: needs.value?.columns ?? [] }));

  const hasSettings = computed(() => connections.findConnection(connection)?.hasExtensions ?? true);
  const dates = useLoad((signal) => (hasSettings.value ? settings.get(connection, signal) : undefined), [hasSettings]);
  const cells = useCells(connection, row);
  /** A controller that does not report its time zone is taken to be in that of this screen. */
  const otherZone = computed(() => (hasSettings.value ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone));
  const timeZone = computed(() => dates.value.value?.timeZone ?? connections.findConnection(connection)?.timeZone ?? otherZone.value);
  /** A label has no smaller unit than a second. */
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

/** The cells of a row by column. */
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

/** All counters and shift codes, because completion offers names that the label does not contain yet. */
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

/**
 * Reads each item of a list that has only names. An item that was deleted meanwhile is left out; a label that needs it reports that itself.
 */
async function readEach<Item extends { name: string }, Value>(
  items: readonly Item[] = [],
  read: (item: Item) => Promise<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const found = await Promise.all(
    items.slice(0, MAX_NAMES).map(async (item): Promise<[string, Value] | undefined> => {
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
