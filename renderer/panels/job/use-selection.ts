import { computed, ref, type Ref } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { SimulationSubject } from '#contract/station/urls.ts';
import { useMissingPart, type SelectionKind } from './use-missing-part.ts';
import { useRowChoice } from './use-row-choice.ts';
import { useRowRange } from './use-row-range.ts';

export type QueueMode = 'replace' | 'append';

/** The job that is set up so far. */
export interface ChosenJob {
  /** Undefined until everything is chosen. */
  job: PrintJob | undefined;
  name: string;
  /** Empty while the label is unknown. */
  label: string;
}

/** How the label of a row is chosen: one by name, or the one that a column of the row names. */
export const LABEL_BY_NAME = 'name:';
export const LABEL_BY_COLUMN = 'column:';

/**
 * The job that is being set up: the inputs, the print job that they make, and what to simulate. `columnsOf` names the columns that a label
 * prints.
 */
export function useSelection(connection: () => string, columnsOf: (label: string) => readonly string[]) {
  const kind = ref<SelectionKind>('label');
  const label = ref('');
  const rowLabel = ref('');
  const rowChoice = useRowChoice(connection);
  const range = useRowRange(() => rowChoice.table.value);
  const copies: Ref<number | undefined> = ref();
  const areCopiesValid = ref(true);
  const mode = ref<QueueMode>('replace');
  const [description, isCheckpoint, isShared, run] = [ref(''), ref(false), ref(false), ref('')];

  const labelColumn = computed(() => afterPrefix(rowLabel.value, LABEL_BY_COLUMN));
  /** The label that will be printed; empty while it is unknown. */
  const labelName = computed(() => {
    if (kind.value === 'label') return label.value;
    const column = labelColumn.value;
    if (column === undefined) return afterPrefix(rowLabel.value, LABEL_BY_NAME) ?? '';
    return (kind.value === 'row' ? rowChoice.cellOf(column) : undefined) ?? '';
  });

  const database = computed(() => {
    const { row, keyColumn, key } = rowChoice;
    if (kind.value !== 'row' || !row.value || keyColumn.value === '' || key.value === undefined) return undefined;
    return { tableName: row.value.table, keyColumn: keyColumn.value, key: key.value };
  });
  const inputs = { kind, labelName, rowLabel, rowChoice, range, areCopiesValid, columnsOf };
  const { missing, missingColumns } = useMissingPart({ ...inputs, hasKey: () => database.value !== undefined });

  /** What to simulate; undefined until enough is chosen. */
  const subject = computed<{ label: string; table: SimulationSubject['table'] } | undefined>(() => {
    if (kind.value === 'range' || (missing.value && missing.value !== 'copies')) return undefined;
    const from = database.value;
    return { label: labelName.value, table: from && { name: from.tableName, keyColumn: from.keyColumn, key: from.key } };
  });

  const job = computed<PrintJob | undefined>(() => {
    if (missing.value) return undefined;
    const which =
      kind.value !== 'label' && labelColumn.value !== undefined ? { labelColumn: labelColumn.value } : { labelName: labelName.value };
    return {
      ...which,
      ...(kind.value === 'range' ? range.keys : database.value),
      ...(copies.value === undefined ? {} : { copies: copies.value }),
      ...(description.value.trim() === '' ? {} : { description: description.value.trim() }),
      ...(isCheckpoint.value ? { checkpoint: true } : {}),
      ...(kind.value === 'range' && isShared.value ? { rowAllocation: 'shared' as const, ...overPlant(run.value.trim()) } : {}),
      // An appended job prints the values at the time of printing, like a job that is loaded immediately.
      ...(mode.value === 'append' ? { queue: true, freeze: false } : { queue: false }),
    };
  });

  /** The name of the job. */
  const name = computed(() => {
    if (description.value.trim() !== '') return description.value.trim();
    if (kind.value === 'range') return `${labelName.value || (labelColumn.value ?? '')}: ${rowChoice.table.value}`;
    return database.value ? `${labelName.value}: ${database.value.key}` : labelName.value;
  });

  return {
    ...{ kind, label, rowLabel, labelColumn, labelName, rowChoice, range, copies, areCopiesValid },
    ...{ mode, description, isCheckpoint, isShared, run, subject, missingColumns, missing, job, name },
  };
}

/** Shares the rows over the plant, unless the name of the run is empty. */
function overPlant(run: string): Pick<PrintJob, 'scope' | 'rowRun'> {
  return run === '' ? {} : { scope: 'plant', rowRun: run };
}

function afterPrefix(text: string, prefix: string): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}
