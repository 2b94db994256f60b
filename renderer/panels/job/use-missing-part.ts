import { computed, type Ref } from 'vue';
import type { useRowChoice } from './use-row-choice.ts';
import type { useRowRange } from './use-row-range.ts';

export type SelectionKind = 'label' | 'row' | 'range';

/** What a job still needs; `labelRow`: a row for the label, `columns`: a row that has the columns of the label. */
export type MissingPart = 'label' | 'table' | 'row' | 'labelRow' | 'columns' | 'key' | 'range' | 'copies';

interface Inputs {
  kind: Ref<SelectionKind>;
  labelName: Ref<string>;
  /** How the label of a range is chosen; empty if it is not. */
  rowLabel: Ref<string>;
  rowChoice: ReturnType<typeof useRowChoice>;
  range: ReturnType<typeof useRowRange>;
  hasKey: () => boolean;
  areCopiesValid: Ref<boolean>;
  /** The columns that a label prints. */
  columnsOf: (label: string) => readonly string[];
}

/** The first part, in the order of the form, that a job still needs, and the columns that its label prints and no chosen row has. */
export function useMissingPart({ kind, labelName, rowLabel, rowChoice, range, hasKey, areCopiesValid, columnsOf }: Inputs) {
  const missingColumns = computed(() => {
    if (kind.value === 'range') return [];
    const columns = kind.value === 'row' ? (rowChoice.row.value?.columns ?? []) : [];
    return columnsOf(labelName.value).filter((column) => !columns.includes(column));
  });
  const hasLabel = computed(() => labelName.value !== '');
  const hasColumns = computed(() => missingColumns.value.length === 0);
  const parts = computed((): Parts => {
    if (kind.value === 'label') return { label: hasLabel.value, labelRow: hasColumns.value };
    if (kind.value === 'row') {
      return { row: rowChoice.row.value !== undefined, label: hasLabel.value, key: hasKey(), columns: hasColumns.value };
    }
    return { table: rowChoice.table.value !== '', label: rowLabel.value !== '', range: range.keys !== undefined };
  });
  const missing = computed(() => firstMissing({ ...parts.value, copies: areCopiesValid.value }));

  return { missing, missingColumns };
}

/** Whether each part is there, in the order of the form. */
type Parts = Partial<Record<MissingPart, boolean>>;

function firstMissing(parts: Parts): MissingPart | undefined {
  return (Object.keys(parts) as MissingPart[]).find((part) => parts[part] === false);
}
