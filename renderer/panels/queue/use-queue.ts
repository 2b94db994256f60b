import { computed } from 'vue';
import type { QueuedJob } from '#contract/api-v3/queue.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';
import { usePrinter } from '../../composables/use-printer.ts';
import { useSettled } from '../../composables/use-settled.ts';

const READ_EVERY = 1_000;

/** The jobs of a printer in their order, read anew as they move on. */
export function useQueue(on: () => { connection: string; printer: string }) {
  const client = useStationClient();
  const { status, job, hasExtensions } = usePrinter(on);
  const progress = useSettled(() => [job.value?.id, job.value?.started, job.value?.printed, status.value?.queue].join(' '), READ_EVERY);
  const load = useLoad((signal) => (hasExtensions.value ? client.queue.list(on(), signal) : undefined), [progress, hasExtensions]);
  const jobs = computed((): QueuedJob[] => load.value.value?.jobs ?? []);
  /** A single job stands above already; a queue is more than that, or something to return to. */
  const isWorthShowing = computed(() => jobs.value.length > 1 || jobs.value.some(({ state }) => state === 'done'));
  return { jobs, isWorthShowing, problem: load.problem, reload: load.reload };
}

/** The order after a waiting job has gone one place up (-1) or down (1); undefined where it cannot go. The current job stays where it is. */
export function movedOrder(jobs: readonly QueuedJob[], id: string, by: -1 | 1): string[] | undefined {
  const order = jobs.filter(({ state }) => state !== 'done').map((job) => job.id);
  const at = order.indexOf(id);
  const other = order[at + by];
  const first = jobs.some(({ state }) => state === 'current') ? 1 : 0;
  if (at < first || at + by < first || other === undefined) return undefined;
  return order.with(at, other).with(at + by, id);
}
