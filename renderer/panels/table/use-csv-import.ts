import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../composables/to-problem.ts';
import { useTablesStore } from '../../stores/tables.ts';
import { sendCsv, tableNameOf } from './send-csv.ts';

export type ImportPhase = 'idle' | 'naming' | 'asking' | 'sending';

/** One CSV file on its way to a table: name it, ask before another table is replaced, send it, say how it went. */
export function useCsvImport(done: (name: string, outcome: 'created' | 'replaced') => void) {
  const tables = useTablesStore();
  const phase = ref<ImportPhase>('idle');
  const file = shallowRef<File>();
  const name = ref('');
  const connection = ref('');
  /** Share that was sent, 0 to 1. */
  const share = ref(0);
  const problem = shallowRef<Problem>();
  const isCancelled = ref(false);
  let sending: AbortController | undefined;

  const tableName = computed(() => name.value.trim().normalize('NFC'));
  const replaced = computed(() => tables.items?.find((table) => table.name === tableName.value));

  /** Another table whose name differs in upper and lower case only. */
  const similar = computed(() => {
    const wanted = tableName.value.toLocaleLowerCase();
    return replaced.value ? undefined : tables.items?.find((table) => table.name.toLocaleLowerCase() === wanted)?.name;
  });

  /** Begins with a file. A table that is named beforehand keeps its name. */
  function choose(chosen: File, to: { connection: string; name?: string | undefined }): void {
    cancel();
    file.value = chosen;
    connection.value = to.connection;
    name.value = to.name ?? tableNameOf(chosen.name);
    problem.value = undefined;
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
    const mine = (sending = new AbortController());
    const table = tableName.value;
    phase.value = 'sending';
    problem.value = undefined;
    isCancelled.value = false;
    share.value = 0;
    try {
      const outcome = await sendCsv({
        connection: connection.value,
        table,
        file: file.value,
        onProgress: (sent) => (share.value = sent),
        signal: mine.signal,
      });
      if (sending !== mine || outcome === 'cancelled') return;
      phase.value = 'idle';
      done(table, outcome);
    } catch (error) {
      if (sending !== mine) return;
      problem.value = toProblem(error);
      phase.value = 'naming';
    }
  }

  /** Stops what is on its way and keeps the file, so that it can be sent again. */
  function cancel(): void {
    sending?.abort();
    sending = undefined;
    if (phase.value === 'sending') isCancelled.value = true;
    if (phase.value !== 'idle') phase.value = 'naming';
  }

  function close(): void {
    cancel();
    phase.value = 'idle';
    file.value = undefined;
  }

  onScopeDispose(() => sending?.abort());

  return { phase, file, name, tableName, share, problem, isCancelled, replaced, similar, choose, start, send, cancel, close };
}
