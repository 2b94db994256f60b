import { computed, ref, shallowRef } from 'vue';
import { useTablesStore } from '../../stores/tables.ts';
import { tableNameOf } from './send-csv.ts';
import { useUpload } from './use-upload.ts';

export type ImportPhase = 'idle' | 'naming' | 'asking' | 'sending';

/** One CSV file on its way to a table: name it, ask before another table is replaced, send it, say how it went. */
export function useCsvImport(done: (name: string, outcome: 'created' | 'replaced') => void) {
  const upload = useUpload();
  const phase = ref<ImportPhase>('idle');
  const file = shallowRef<File>();
  const name = ref('');
  const connection = ref('');
  const isCancelled = ref(false);
  const { tableName, replaced, similar } = useTableName(name);

  /** Begins with a file. A table that is named beforehand keeps its name. */
  function choose(chosen: File, to: { connection: string; name?: string | undefined }): void {
    upload.forget();
    file.value = chosen;
    connection.value = to.connection;
    name.value = to.name ?? tableNameOf(chosen.name);
    isCancelled.value = false;
    phase.value = 'naming';
  }

  function start(): void {
    if (phase.value !== 'naming' || tableName.value === '') return;
    if (replaced.value) phase.value = 'asking';
    else void send();
  }

  async function send(): Promise<void> {
    if (!file.value || phase.value === 'sending') return;
    const table = tableName.value;
    phase.value = 'sending';
    isCancelled.value = false;
    const outcome = await upload.send({ connection: connection.value, table, file: file.value });
    if (outcome) {
      phase.value = 'idle';
      done(table, outcome);
    } else if (upload.problem.value) phase.value = 'naming';
  }

  /** Stops what is on its way and keeps the file, so that it can be sent again. */
  function cancel(): void {
    upload.stop();
    isCancelled.value = phase.value === 'sending';
    phase.value = 'naming';
  }

  function close(): void {
    upload.forget();
    phase.value = 'idle';
    file.value = undefined;
  }

  const { share, problem } = upload;
  return { phase, file, name, tableName, share, problem, isCancelled, replaced, similar, choose, start, send, cancel, close };
}

/** A typed table name beside the tables that there are. */
function useTableName(name: { value: string }) {
  const tables = useTablesStore();
  const tableName = computed(() => name.value.trim().normalize('NFC'));
  const replaced = computed(() => tables.items?.find((table) => table.name === tableName.value));
  /** Another table whose name differs in upper and lower case only. */
  const similar = computed(() => {
    const wanted = tableName.value.toLocaleLowerCase();
    return replaced.value ? undefined : tables.items?.find((table) => table.name.toLocaleLowerCase() === wanted)?.name;
  });
  return { tableName, replaced, similar };
}
