import { computed, ref, watch } from 'vue';
import type { Preflight, PreflightKind } from '#contract/api-v3/preflight.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

const PAGE = 50;

/** The findings of a pre-flight page by page, of one kind or all. Read again while the pre-flight runs. */
export function useFindings(on: () => { connection: string; preflight: Preflight }) {
  const client = useStationClient();
  const kind = ref<PreflightKind | ''>('');
  const page = ref(0);
  const { value, problem, reload } = useLoad(
    (signal) => {
      const { connection, preflight } = on();
      const query = { offset: page.value * PAGE, limit: PAGE, ...(kind.value === '' ? {} : { kind: kind.value }) };
      return client.preflights.findings({ connection, id: preflight.id, query }, signal);
    },
    [() => on().preflight.id, () => on().preflight.kept, () => on().preflight.ended, kind, page],
  );
  watch([kind, () => on().preflight.id], () => (page.value = 0));
  const pages = computed(() => Math.max(1, Math.ceil((value.value?.total ?? 0) / PAGE)));
  return { findings: computed(() => value.value?.findings), problem, reload, kind, page, pages };
}
