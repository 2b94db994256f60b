import { watch, type Ref } from 'vue';
import { object, record, string } from 'zod/mini';
import type { LabelSummary } from '#contract/api-v3/label.ts';
import type { TableSummary } from '#contract/api-v3/table.ts';
import { usePersistentRef } from '../../composables/use-persistent-ref.ts';
import { LABEL_BY_NAME } from './use-selection.ts';

type Listed<Summary> = readonly { name: string; summary: Partial<Summary> }[];

interface Memory {
  table: string;
  /** How the label was chosen, by table. */
  labels: Record<string, string>;
}

const NOTHING: Memory = { table: '', labels: {} };
const memorySchema = object({ table: string(), labels: record(string(), string()) });

interface Subject {
  connection: string;
  /** What the form has, and is proposed: the table, and how the label of its rows is chosen. */
  table: Ref<string>;
  rowLabel: Ref<string>;
  /** Undefined until they are read. */
  tables: Ref<Listed<TableSummary> | undefined>;
  labels: Ref<Listed<LabelSummary> | undefined>;
  /** The running job. */
  running: () => { table?: string | undefined; label: string } | undefined;
}

/**
 * Proposes the table and the label of a job from a row, so that only the row is left to choose: the table of the running job or the last
 * one on this screen, and the label that it was last printed with, or the only one whose columns it has. A choice of the operator stays.
 */
export function useRowProposal({ connection, table, rowLabel, tables, labels, running }: Subject) {
  const memory = usePersistentRef(`strobe.row-source.${connection}`, memorySchema, NOTHING);
  let proposed = '';

  /** How the label was chosen for this table the last time, or for the running job. */
  function lastChoice(): string | undefined {
    const job = running();
    return memory.value.labels[table.value] ?? (job?.table === table.value ? LABEL_BY_NAME + job.label : undefined);
  }

  function proposal(): string {
    const [last, listed] = [lastChoice(), labels.value ?? []];
    if (last !== undefined && isThere(last, listed)) return last;
    const only = onlyLabel(listed, tables.value?.find(({ name }) => name === table.value)?.summary.columns ?? []);
    return only && LABEL_BY_NAME + only;
  }

  watch(
    tables,
    (list) => {
      const names = (list ?? []).map(({ name }) => name);
      const wanted = [running()?.table, memory.value.table].find((name) => name !== undefined && names.includes(name));
      if (table.value === '') table.value = wanted ?? (names.length === 1 ? (names[0] ?? '') : '');
    },
    { immediate: true },
  );
  watch(
    [table, labels],
    () => {
      if (rowLabel.value === proposed) rowLabel.value = proposed = proposal();
    },
    { immediate: true },
  );

  return {
    /** Proposes the same the next time. */
    remember: (): void => {
      memory.value = { table: table.value, labels: { ...memory.value.labels, [table.value]: rowLabel.value } };
    },
  };
}

/** Whether the label still exists; the labels in a column of the table are not checked. */
function isThere(choice: string, labels: Listed<LabelSummary>): boolean {
  return !choice.startsWith(LABEL_BY_NAME) || labels.some(({ name }) => LABEL_BY_NAME + name === choice);
}

/** The only label that prints columns, all of which the table has; otherwise the only label; '' if none is obvious. */
function onlyLabel(labels: Listed<LabelSummary>, columns: readonly string[]): string {
  const fitting = labels.filter(
    ({ summary: { columns: needed = [] } }) => needed.length > 0 && needed.every((column) => columns.includes(column)),
  );
  const candidates = fitting.length > 0 ? fitting : labels;
  return candidates.length === 1 ? (candidates[0]?.name ?? '') : '';
}
