import { computed } from 'vue';
import type { Print } from '#contract/api-v3/print.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';

/** More than an engine ever holds: only prints that were sent can be unknown. */
const MAX_UNKNOWN = 100;

export interface CountMismatch {
  counted: number;
  explained: number;
}

/**
 * The ledger findings of a printer that need an operator: the unknown prints, oldest first, and, once there are none, a count mismatch.
 * Read again whenever the printer's errors change, which include both.
 */
export function useLedgerReview(on: () => { connection: string; printer: string }) {
  const client = useStationClient();
  const { status, hasExtensions } = usePrinter(on);
  const errors = computed(() => status.value?.errors.join('\n') ?? '');

  const { value, problem, reload } = useLoad(
    (signal) => {
      if (!hasExtensions.value || errors.value === '') return undefined;
      const list = client.prints.list({ ...on(), state: 'unknown', limit: MAX_UNKNOWN }, signal);
      return Promise.all([list, client.prints.engineCount(on(), signal)]);
    },
    [errors, hasExtensions, () => on().connection, () => on().printer],
  );

  const unknown = computed((): Print[] => value.value?.[0].prints.toReversed() ?? []);
  const difference = computed((): CountMismatch | undefined => {
    const { counted = null, explained = null } = value.value?.[1] ?? {};
    if (counted === null || explained === null || counted === explained || unknown.value.length > 0) return undefined;
    return { counted, explained };
  });

  return { unknown, difference, problem, reload };
}
