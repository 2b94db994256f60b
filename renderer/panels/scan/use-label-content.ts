import { computed } from 'vue';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { Plan } from '#contract/api-v3/plan.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { labelContent } from '#rendering/label/label-content.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useFormats } from '../../composables/use-formats.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useClockStore } from '../../stores/clock.ts';
import type { FoundRow } from '../../domain/scanning/find-rows.ts';
import { printedDays } from '../../domain/scanning/printed-dates.ts';

/** The content of a label, and the days that its print shows, in unambiguous form. */
export function useLabelContent(row: FoundRow, labelName: () => string, planned: () => Plan | undefined) {
  const client = useStationClient();
  const clock = useClockStore();
  const { date } = useFormats();
  const { connection } = row;

  const document = useLoad(
    async (signal) => {
      const name = labelName();
      return name === '' ? undefined : { name, label: await client.labels.get({ connection, name }, signal) };
    },
    [labelName],
  );
  const context = useLoad(async (signal) => ({
    settings: await client.settings.get({ connection }, signal),
    variables: await client.variables.list({ connection }, signal),
  }));

  const content = computed(() => {
    const parsed = document.value.value?.name === labelName() ? labelSchema.safeParse(document.value.value.label) : undefined;
    return parsed?.success ? labelContent(parsed.data) : undefined;
  });
  const days = computed(() => {
    const plan = planned();
    const data = context.value.value;
    if (!plan || !data || !content.value) return [];
    const variables = new Map(data.variables.map(({ name, value }) => [name, value]));
    for (const { name, to } of plan.variables) variables.set(name, to);
    const values: PrintValues = {
      moment: { epochMs: clock.now, ...data.settings },
      variables,
      counters: new Map(),
      row: new Map(row.columns.map((column, index) => [column, row.cells[index] ?? ''])),
    };
    return printedDays(content.value, values, plan.first.texts).map(({ printed, day }) => ({
      printed,
      date: date(Date.parse(day), 'UTC'),
    }));
  });
  return { content, days };
}
