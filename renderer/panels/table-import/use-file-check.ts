import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { checkFile, type FileCheck } from '../../domain/table-import/check-rows.ts';
import { isUntouched, planFaults, planOf, type PlannedColumn } from '../../domain/table-import/column-plan.ts';
import { rewriteRows } from '../../domain/table-import/rewrite-csv.ts';
import { useImportSource } from './use-import-source.ts';

/** The limit in bytes for rewriting a file, because the copy takes the same space again on this computer. */
const REWRITE_LIMIT = 1024 * 1024 * 1024;

/** Whether the file has columns and rows, has been read completely, and has no faults. */
function isSound(check: FileCheck | undefined): boolean {
  return check !== undefined && check.share === 1 && check.faultCount === 0 && check.columns.length > 0;
}

/** A chosen file, which is read completely again whenever an option changes. */
function useReading() {
  const source = useImportSource();
  /** The index of the key column in the file; '' for none. */
  const keyColumn = ref('0');
  const check = shallowRef<FileCheck>();
  const plan = ref<PlannedColumn[]>([]);
  /** The file was removed or changed since it was chosen. */
  const isUnreadable = ref(false);
  let run = 0;

  async function open(chosen: File): Promise<void> {
    const mine = forget();
    const isOpen = await source.open(chosen).then(
      () => true,
      () => false,
    );
    if (mine !== run) return;
    isUnreadable.value = !isOpen;
    if (isOpen) await look();
  }

  async function look(): Promise<void> {
    const mine = ++run;
    try {
      for await (const state of checkFile(source.batches(), keyColumn.value === '' ? -1 : Number(keyColumn.value))) {
        if (mine !== run) return;
        if (!isSame(state.columns, plan.value)) plan.value = planOf(state.columns);
        check.value = state;
      }
    } catch {
      if (mine === run) isUnreadable.value = true;
    }
  }

  function forget(): number {
    source.forget();
    check.value = undefined;
    plan.value = [];
    keyColumn.value = '0';
    isUnreadable.value = false;
    return ++run;
  }

  const { encoding, delimiter, sheet } = source;
  /** Reads the file again when an option changes. */
  watch([encoding, delimiter, sheet, keyColumn], () => {
    if (check.value) void look();
  });
  onScopeDispose(forget);

  return { ...source, keyColumn, check, plan, isUnreadable, open, forget };
}

/** A chosen file before it is sent: the options for reading it, its faults, and its columns. */
export function useFileCheck() {
  const reading = useReading();
  const { file, isWorkbook, encoding, delimiter, sniffed, check, plan, isUnreadable } = reading;

  /** Whether the controller would read the original file in the same way. */
  const isPlain = computed(
    () => !isWorkbook.value && encoding.value === 'utf-8' && delimiter.value === sniffed.value && isUntouched(plan.value),
  );
  const isTooLarge = computed(() => !isPlain.value && (file.value?.size ?? 0) > REWRITE_LIMIT);
  const faults = computed(() => (plan.value.length === 0 ? [] : planFaults(plan.value)));
  const isReady = computed(() => isSound(check.value) && faults.value.length === 0 && !isUnreadable.value && !isTooLarge.value);

  /**
   * The content to send: the file itself if nothing is changed, otherwise its rewritten form. Undefined if it was cancelled or cannot be
   * read.
   */
  async function prepare(signal: AbortSignal, onProgress: (share: number) => void): Promise<Blob | undefined> {
    if (!file.value || isPlain.value) return file.value;
    try {
      return await rewriteRows(reading.batches(), plan.value, { signal, onProgress });
    } catch {
      isUnreadable.value = true;
      return undefined;
    }
  }

  return { ...reading, faults, isTooLarge, isReady, prepare };
}

export type FileCheckState = ReturnType<typeof useFileCheck>;

function isSame(columns: readonly string[], plan: readonly PlannedColumn[]): boolean {
  return columns.length === plan.length && plan.every(({ source }, index) => source === columns[index]);
}
