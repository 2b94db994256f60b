import { computed, reactive, ref, watch } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { promptFault } from '#contract/api-v3/prompt.ts';
import { localDay } from '../../domain/formats/local-day.ts';
import { inNameOrder } from '../../domain/formats/compare-names.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { useScanChoicesStore } from '../../stores/scanning/scan-choices.ts';
import { useLabelPrompts, type PromptingLabel } from '../job/use-label-prompts.ts';
import { LABEL_BY_COLUMN, LABEL_BY_NAME } from '../job/use-selection.ts';
import { usePlan } from '../job/use-plan.ts';
import type { FoundRow } from '../../domain/scanning/find-rows.ts';

export interface ScanReviewInput {
  row: FoundRow;
  /** The printer on whose page the scan was made. */
  printer: string | undefined;
}

/** The label, values and printers for a scanned row, and their plan. */
export function useScanReview({ row, printer }: ScanReviewInput) {
  const client = useStationClient();
  const fleet = useFleetStore();
  const choices = useScanChoicesStore();
  const { connection } = row;

  const names = computed(() => fleet.printers.filter((cell) => cell.value.connection === connection).map((cell) => cell.value.name));
  const chosen = ref<string[]>(firstPrinters());
  const label = ref(choices.findTable(connection, row.table)?.label ?? labelInUse() ?? '');
  const copies = ref<number>();
  const areCopiesValid = ref(true);

  function firstPrinters(): string[] {
    if (printer !== undefined) return [printer];
    if (names.value.length === 1) return [...names.value];
    return choices.printersOf(connection).filter((name) => names.value.includes(name));
  }

  /** The label that the printer already prints rows of this table with. */
  function labelInUse(): string | undefined {
    const job = printer === undefined ? undefined : fleet.findPrinter(connection, printer)?.status?.job;
    return job?.label && job.table === row.table ? LABEL_BY_NAME + job.label : undefined;
  }

  const labels = useLoad(async (signal) => inNameOrder(await client.labels.list({ connection }, signal)));
  watch(labels.value, (list = []) => {
    const column = row.columns.find((name, index) => /^label$/iu.test(name) && list.some((each) => each.name === row.cells[index]));
    const [only] = list;
    if (label.value === '' && column !== undefined) label.value = LABEL_BY_COLUMN + column;
    else if (label.value === '' && only && list.length === 1) label.value = LABEL_BY_NAME + only.name;
  });

  const labelName = computed(() => {
    if (label.value.startsWith(LABEL_BY_NAME)) return label.value.slice(LABEL_BY_NAME.length);
    return row.cells[row.columns.indexOf(label.value.slice(LABEL_BY_COLUMN.length))] ?? '';
  });
  const labelVersion = computed(() => {
    const summary = labels.value.value?.find(({ name }) => name === labelName.value)?.summary;
    return `${summary?.revision ?? ''}-${summary?.modified ?? ''}`;
  });

  const { labelPrompts, values, faults } = usePromptValues(() => ({
    ...{ connection, label: labelName.value, printer: chosen.value[0], version: labelVersion.value },
  }));

  const job = computed<PrintJob | undefined>(() => {
    if (labelName.value === '' || faults.value.size > 0 || !areCopiesValid.value) return undefined;
    const variables = Object.fromEntries(labelPrompts.unsaved.value.map(({ name }) => [name, values.value.get(name) ?? '']));
    const byColumn = label.value.startsWith(LABEL_BY_COLUMN);
    return {
      ...(byColumn ? { labelColumn: label.value.slice(LABEL_BY_COLUMN.length) } : { labelName: labelName.value }),
      ...{ tableName: row.table, keyColumn: row.keyColumn, key: row.key, queue: false },
      ...(copies.value === undefined ? {} : { copies: copies.value }),
      ...(labelPrompts.unsaved.value.length > 0 ? { variables } : {}),
    };
  });

  const planning = usePlan(() => ({ connection, printers: chosen.value, job: job.value, version: labelVersion.value }));
  const choice = reactive({ label, labelName, copies, areCopiesValid, chosen });
  return { choice, names, labels, labelPrompts, faults, job, planning };
}

/** The prompts of the label with the entered values and their errors, by name. */
function usePromptValues(of: () => PromptingLabel) {
  const labelPrompts = useLabelPrompts(of);
  const values = computed(
    () => new Map(labelPrompts.prompts.value.map(({ name, value }) => [name, labelPrompts.enteredValues.get(name) ?? value])),
  );
  const faults = computed(() => {
    const found = labelPrompts.prompts.value.flatMap(({ name, prompt }) => {
      const fault = prompt && promptFault(prompt, values.value.get(name) ?? '', localDay(Date.now()));
      return fault === undefined ? [] : [[name, fault] as const];
    });
    return new Map(found);
  });
  return { labelPrompts, values, faults };
}
