import { computed } from 'vue';
import type { Print } from '#contract/api-v3/print.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';
import { usePrinter } from '../../composables/use-printer.ts';

/** More than an engine ever has at once: what it had is unknown, not what waits. */
const MOST_UNKNOWN = 100;

export interface CountDifference {
  counted: number;
  explained: number;
}

/**
 * What a person has to say of a printer before its ledger tells the whole truth again: the unknown prints, oldest first as they came to the
 * printer, and, once there are none, a count that no print explains. Read anew whenever the printer's errors change: they name both.
 */
export function useOpenAccounts(on: () => { connection: string; printer: string }) {
  const client = useStationClient();
  const { status, hasExtensions } = usePrinter(on);
  const errors = computed(() => status.value?.errors.join('\n') ?? '');

  const { value, problem, reload } = useLoad(
    (signal) => {
      if (!hasExtensions.value || errors.value === '') return undefined;
      const list = client.prints.list({ ...on(), state: 'unknown', limit: MOST_UNKNOWN }, signal);
      return Promise.all([list, client.prints.engineCount(on(), signal)]);
    },
    [errors, hasExtensions, () => on().connection, () => on().printer],
  );

  const unknown = computed((): Print[] => value.value?.[0].prints.toReversed() ?? []);
  const difference = computed((): CountDifference | undefined => {
    const { counted = null, explained = null } = value.value?.[1] ?? {};
    if (counted === null || explained === null || counted === explained || unknown.value.length > 0) return undefined;
    return { counted, explained };
  });

  return { unknown, difference, problem, reload };
}
