import { computed, onScopeDispose, ref, watch } from 'vue';
import type { Backup } from '#contract/api-v3/backup.ts';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { backupFileUrl } from '#contract/station/urls.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useLoad } from '../../stores/use-load.ts';
import { sendFile, uploadName } from './send-file.ts';

/** Milliseconds between two questions how a restore goes on. */
const PAUSE = 1_000;
/** Milliseconds after which a controller that has not come back is named: a supervisor starts it within seconds. */
const LATE = 2 * 60_000;

/** The restore of a controller's backup: the backup that is asked about, the order, and what became of it. */
export function useRestore(connection: () => string, reload: () => Promise<void>) {
  const client = useStationClient();
  const clock = useClockStore();
  const asked = ref<Backup>();
  const share = ref<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { value: state, reload: ask } = useLoad(
    (signal) => client.backups.restoreState({ connection: connection() }, signal),
    [connection],
  );
  const phase = computed(() => state.value?.phase ?? 'none');
  const isRunning = computed(() => phase.value === 'preparing' || phase.value === 'restarting');
  const isLate = computed(() => phase.value === 'restarting' && clock.now - (state.value?.since ?? clock.now) > LATE);

  const restoring = useAction(async () => {
    if (!asked.value) return;
    const { name } = asked.value;
    // The state is read while the controller checks the backup.
    const ordered = client.backups.restore({ connection: connection(), name });
    timer = setTimeout(() => void ask(), PAUSE);
    await ordered;
    asked.value = undefined;
    await ask();
  });
  const uploading = useAction(async (file: File) => {
    share.value = 0;
    try {
      const name = uploadName(Date.now(), '.strobe-backup');
      const url = backupFileUrl(connection(), name);
      await sendFile({ url, type: BACKUP_MEDIA_TYPE, file, onProgress: (sent) => (share.value = sent) });
      await reload();
      return name;
    } finally {
      share.value = undefined;
    }
  });

  watch(state, () => {
    clearTimeout(timer);
    if (isRunning.value) timer = setTimeout(() => void ask(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));

  return { asked, share, state, phase, isRunning, isLate, restoring, uploading };
}
