import { computed, reactive, ref, watch } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { promptFault } from '#contract/api-v3/prompt.ts';
import { inNameOrder } from '../../composables/compare-names.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useFleetStore } from '../../stores/fleet.ts';
import { useScanChoicesStore } from '../../stores/scan-choices.ts';
import { useLabelPrompts, type AskingLabel } from '../job/use-label-prompts.ts';
import { LABEL_BY_COLUMN, LABEL_BY_NAME } from '../job/use-selection.ts';
import { usePlan } from '../job/use-plan.ts';
import type { FoundRow } from './find-rows.ts';

export interface ScanReviewInput {
  row: FoundRow;
  /** The printer on whose page the scan was made. */
  printer: string | undefined;
}

/** What a scanned row is printed with, with which values and on which printers; and the plan of exactly that. */
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

  /** What the printer prints the rows of this table with already. */
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

  const { asking, values, faults } = useAskedValues(() => ({ connection, label: labelName.value, version: labelVersion.value }));

  const job = computed<PrintJob | undefined>(() => {
    if (labelName.value === '' || faults.value.size > 0 || !areCopiesValid.value) return undefined;
    const variables = Object.fromEntries(asking.unsaved.value.map(({ name }) => [name, values.value.get(name) ?? '']));
    const byColumn = label.value.startsWith(LABEL_BY_COLUMN);
    return {
      ...(byColumn ? { labelColumn: label.value.slice(LABEL_BY_COLUMN.length) } : { labelName: labelName.value }),
      ...{ tableName: row.table, keyColumn: row.keyColumn, key: row.key, queue: false },
      ...(copies.value === undefined ? {} : { copies: copies.value }),
      ...(asking.unsaved.value.length > 0 ? { variables } : {}),
    };
  });

  const planning = usePlan(() => ({ connection, printers: chosen.value, job: job.value, version: labelVersion.value }));
  const choice = reactive({ label, labelName, copies, areCopiesValid, chosen });
  return { choice, names, labels, asking, faults, job, planning };
}

/** What the label asks for, as it was entered, and what is wrong with it, by the names of the values. */
function useAskedValues(of: () => AskingLabel) {
  const asking = useLabelPrompts(of);
  const values = computed(() => new Map(asking.prompts.value.map(({ name, value }) => [name, asking.drafts.get(name) ?? value])));
  const faults = computed(() => {
    const found = asking.prompts.value.flatMap(({ name, prompt }) => {
      const fault = prompt && promptFault(prompt, values.value.get(name) ?? '');
      return fault === undefined ? [] : [[name, fault] as const];
    });
    return new Map(found);
  });
  return { asking, values, faults };
}
