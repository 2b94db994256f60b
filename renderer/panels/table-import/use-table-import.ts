import { computed, ref } from 'vue';
import { usePreflightPresets } from '../../composables/use-preflight-presets.ts';
import { useTablesStore } from '../../stores/tables.ts';
import { useFileCheck } from './use-file-check.ts';
import { tableNameOf } from './send-csv.ts';
import { useCsvUpload } from './use-csv-upload.ts';

export type ImportPhase = 'idle' | 'naming' | 'asking' | 'sending';

/** One import: check the file, name the table, confirm a replacement, send it, report the result. */
export function useTableImport(done: (name: string, outcome: 'created' | 'replaced') => void) {
  const upload = useCsvUpload();
  const phase = ref<ImportPhase>('idle');
  const form = useFileCheck();
  const [connection, name, isCancelled] = [ref(''), ref(''), ref(false)];
  /** The share that was rewritten before sending, from 0 to 1; undefined while nothing is. */
  const prepared = ref<number>();
  let preparing: AbortController | undefined;
  const { tableName, replaced, similar } = useTableName(name);
  const finish = useKeyPreset({ connection, form }, done);

  /** Starts with a file. A given table name is kept. */
  function choose(chosen: File, to: { connection: string; name?: string | undefined }): void {
    preparing?.abort();
    upload.forget();
    void form.open(chosen);
    connection.value = to.connection;
    name.value = to.name ?? tableNameOf(chosen.name);
    isCancelled.value = false;
    phase.value = 'naming';
  }

  function start(): void {
    if (phase.value !== 'naming' || tableName.value === '' || !form.isReady.value) return;
    if (replaced.value) phase.value = 'asking';
    else void send();
  }

  async function send(): Promise<void> {
    if (!form.isReady.value || phase.value === 'sending') return;
    const [table, isNew] = [tableName.value, replaced.value === undefined];
    phase.value = 'sending';
    isCancelled.value = false;
    const mine = (preparing = new AbortController());
    const file = await form.prepare(mine.signal, (part) => (prepared.value = part));
    prepared.value = undefined;
    if (mine.signal.aborted) return;
    const outcome = file ? await upload.send({ connection: connection.value, table, file, isNew }) : undefined;
    if (outcome) {
      phase.value = 'idle';
      finish(table, outcome);
    } else if (!file || upload.problem.value) phase.value = 'naming';
  }

  /** Cancels the transfer and keeps the file, so that it can be sent again. */
  function cancel(): void {
    preparing?.abort();
    upload.stop();
    isCancelled.value = phase.value === 'sending';
    phase.value = 'naming';
  }

  function close(): void {
    preparing?.abort();
    upload.forget();
    phase.value = 'idle';
    form.forget();
  }

  const { share, size, problem } = upload;
  const shown = { phase, form, name, tableName, share, size, prepared, problem, isCancelled, replaced, similar };
  return { ...shown, choose, start, send, cancel, close };
}

/** Remembers the key column of a file that was sent, as the preset of a pre-flight of its table. */
function useKeyPreset(
  { connection, form }: { connection: { value: string }; form: ReturnType<typeof useFileCheck> },
  done: (name: string, outcome: 'created' | 'replaced') => void,
): typeof done {
  const presets = usePreflightPresets(() => connection.value);
  return (table, outcome) => {
    const { plan, keyColumn } = form;
    const key = keyColumn.value === '' ? undefined : plan.value[Number(keyColumn.value)];
    if (key?.isKept) presets.remember(table, { keyColumn: key.name });
    done(table, outcome);
  };
}

/** A typed table name, compared with the existing tables. */
function useTableName(name: { value: string }) {
  const tables = useTablesStore();
  const tableName = computed(() => name.value.trim().normalize('NFC'));
  const replaced = computed(() => tables.items?.find((table) => table.name === tableName.value));
  /** A table whose name differs only in case. */
  const similar = computed(() => {
    const wanted = tableName.value.toLocaleLowerCase();
    return replaced.value ? undefined : tables.items?.find((table) => table.name.toLocaleLowerCase() === wanted)?.name;
  });
  return { tableName, replaced, similar };
}
