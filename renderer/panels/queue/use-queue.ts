import { computed } from 'vue';
import type { QueuedJob } from '#contract/api-v3/queue.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';
import { useThrottled } from '../../composables/use-throttled.ts';

const READ_EVERY = 1_000;

/** The jobs of a printer in order, read again as they progress. */
export function useQueue(on: () => { connection: string; printer: string }) {
  const client = useStationClient();
  const { status, job, hasExtensions } = usePrinter(on);
  const progress = useThrottled(() => [job.value?.id, job.value?.started, job.value?.printed, status.value?.queue].join(' '), READ_EVERY);
  const load = useLoad((signal) => (hasExtensions.value ? client.queue.list(on(), signal) : undefined), [progress, hasExtensions]);
  const jobs = computed((): QueuedJob[] => load.value.value?.jobs ?? []);
  const isRead = computed(() => load.value.value !== undefined);
  return { jobs, isRead, problem: load.problem, reload: load.reload };
}

/** The order after a waiting job has moved one place up (-1) or down (1); undefined if it cannot move. The current job stays first. */
export function movedOrder(jobs: readonly QueuedJob[], id: string, by: -1 | 1): string[] | undefined {
  const order = jobs.filter(({ state }) => state !== 'done').map((job) => job.id);
  const at = order.indexOf(id);
  const other = order[at + by];
  const first = jobs.some(({ state }) => state === 'current') ? 1 : 0;
  if (at < first || at + by < first || other === undefined) return undefined;
  return order.with(at, other).with(at + by, id);
}
