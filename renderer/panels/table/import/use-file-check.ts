import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { sniffDelimiter, type Delimiter } from '#contract/csv/sniff-delimiter.ts';
import { checkFile, type FileCheck } from './check-file.ts';
import { isUntouched, planFaults, planOf, type PlannedColumn } from './column-plan.ts';
import { readCsvFile, type CsvForm } from './csv-file.ts';
import { detectEncoding, type Encoding } from './encodings.ts';
import { rewriteRows } from './rewrite-rows.ts';

/** How much of a file is looked at to find its encoding. */
const SAMPLE = 1024 * 1024;
/** What is written anew takes its size once more on this computer. */
const REWRITE_LIMIT = 1024 * 1024 * 1024;

/** Finds how a file is to be read by its beginning. */
async function formOf(file: File): Promise<CsvForm> {
  const start = new Uint8Array(await file.slice(0, SAMPLE).arrayBuffer());
  const encoding = detectEncoding(start);
  return { encoding, delimiter: sniffDelimiter(new TextDecoder(encoding).decode(start)) };
}

/** True for rows under columns, all of them read and none at fault. */
function isSound(check: FileCheck | undefined): boolean {
  return check !== undefined && check.share === 1 && check.faultCount === 0 && check.columns.length > 0;
}

/** A chosen file that is read to its end whenever it is to be read in another way. */
function useReading() {
  const file = shallowRef<File>();
  const encoding = ref<Encoding>('utf-8');
  const delimiter = ref<Delimiter>(',');
  /** The place of the key column in the file; '' for none. */
  const keyColumn = ref('0');
  const check = shallowRef<FileCheck>();
  const plan = ref<PlannedColumn[]>([]);
  /** The file is gone or was changed since it was chosen. */
  const isUnreadable = ref(false);
  /** The delimiter that was found by looking. */
  const sniffed = ref<Delimiter>(',');
  let run = 0;

  async function open(chosen: File): Promise<void> {
    const mine = forget();
    file.value = chosen;
    const form = await formOf(chosen).catch(() => undefined);
    if (mine !== run) return;
    isUnreadable.value = !form;
    if (!form) return;
    encoding.value = form.encoding;
    sniffed.value = delimiter.value = form.delimiter;
    await look();
  }

  async function look(): Promise<void> {
    const mine = ++run;
    if (!file.value) return;
    try {
      const batches = readCsvFile(file.value, { encoding: encoding.value, delimiter: delimiter.value });
      for await (const state of checkFile(batches, keyColumn.value === '' ? -1 : Number(keyColumn.value))) {
        if (mine !== run) return;
        if (!isSame(state.columns, plan.value)) plan.value = planOf(state.columns);
        check.value = state;
      }
    } catch {
      if (mine === run) isUnreadable.value = true;
    }
  }

  function forget(): number {
    file.value = undefined;
    check.value = undefined;
    plan.value = [];
    keyColumn.value = '0';
    isUnreadable.value = false;
    return ++run;
  }

  /** Reads the file in another way, or with another key. */
  watch([encoding, delimiter, keyColumn], () => {
    if (check.value) void look();
  });
  onScopeDispose(forget);

  return { file, encoding, delimiter, sniffed, keyColumn, check, plan, isUnreadable, open, forget };
}

/** A chosen file before it is sent: how it is read, what is wrong with it, and which columns of it are kept. */
export function useFileCheck() {
  const reading = useReading();
  const { file, encoding, delimiter, sniffed, check, plan, isUnreadable } = reading;

  /** True while the controller reads the file by itself as it is shown here. */
  const isPlain = computed(() => encoding.value === 'utf-8' && delimiter.value === sniffed.value && isUntouched(plan.value));
  const isTooLarge = computed(() => !isPlain.value && (file.value?.size ?? 0) > REWRITE_LIMIT);
  const faults = computed(() => planFaults(plan.value));
  const isReady = computed(() => isSound(check.value) && faults.value.length === 0 && !isUnreadable.value && !isTooLarge.value);

  /** What is sent: the file itself when nothing is changed, otherwise what it becomes. Undefined when it was stopped or cannot be read. */
  async function prepare(signal: AbortSignal, onProgress: (share: number) => void): Promise<Blob | undefined> {
    if (!file.value || isPlain.value) return file.value;
    try {
      const batches = readCsvFile(file.value, { encoding: encoding.value, delimiter: delimiter.value });
      return await rewriteRows(batches, plan.value, { signal, onProgress });
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
