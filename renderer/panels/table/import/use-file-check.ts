import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { checkFile, type FileCheck } from './check-file.ts';
import { isUntouched, planFaults, planOf, type PlannedColumn } from './column-plan.ts';
import { rewriteRows } from './rewrite-rows.ts';
import { useSource } from './use-source.ts';

/** What is written anew takes its size once more on this computer. */
const REWRITE_LIMIT = 1024 * 1024 * 1024;

/** True for rows under columns, all of them read and none at fault. */
function isSound(check: FileCheck | undefined): boolean {
  return check !== undefined && check.share === 1 && check.faultCount === 0 && check.columns.length > 0;
}

/** A chosen file that is read to its end whenever it is to be read in another way. */
function useReading() {
  const source = useSource();
  /** The place of the key column in the file; '' for none. */
  const keyColumn = ref('0');
  const check = shallowRef<FileCheck>();
  const plan = ref<PlannedColumn[]>([]);
  /** The file is gone or was changed since it was chosen. */
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
  /** Reads the file in another way, another part of it, or with another key. */
  watch([encoding, delimiter, sheet, keyColumn], () => {
    if (check.value) void look();
  });
  onScopeDispose(forget);

  return { ...source, keyColumn, check, plan, isUnreadable, open, forget };
}

/** A chosen file before it is sent: how it is read, what is wrong with it, and which columns of it are kept. */
export function useFileCheck() {
  const reading = useReading();
  const { file, isWorkbook, encoding, delimiter, sniffed, check, plan, isUnreadable } = reading;

  /** True while the controller reads the file by itself as it is shown here. */
  const isPlain = computed(
    () => !isWorkbook.value && encoding.value === 'utf-8' && delimiter.value === sniffed.value && isUntouched(plan.value),
  );
  const isTooLarge = computed(() => !isPlain.value && (file.value?.size ?? 0) > REWRITE_LIMIT);
  const faults = computed(() => (plan.value.length === 0 ? [] : planFaults(plan.value)));
  const isReady = computed(() => isSound(check.value) && faults.value.length === 0 && !isUnreadable.value && !isTooLarge.value);

  /** What is sent: the file itself when nothing is changed, otherwise what it becomes. Undefined when it was stopped or cannot be read. */
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
