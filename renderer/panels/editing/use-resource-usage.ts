import { useIntervalFn } from '@vueuse/core';
import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Usage, Users } from '#contract/api-v3/usage.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useConnectionsStore } from '../../stores/connections.ts';

const READ_EVERY = 5_000;
const NAMED = 3;

/** The usage of each resource of a list as text; '' if it is unknown or the controller does not report it. Read again every few seconds. */
export function useResourceUsage(noun: keyof Usage, connection: () => string | undefined) {
  const { t } = useI18n();
  const client = useStationClient();
  const connections = useConnectionsStore();

  /** False for a controller that does not report which labels and jobs use a resource. */
  const isReported = computed(() => connections.findConnection(connection() ?? '')?.hasExtensions ?? true);
  const { value, reload } = useLoad(
    (signal) => {
      const id = connection();
      const isAnswered = id !== undefined && connections.findConnection(id)?.hasExtensions === true;
      return isAnswered ? client.usage.read({ connection: id }, signal) : undefined;
    },
    [connection, () => connections.findConnection(connection() ?? '')?.hasExtensions],
  );
  useIntervalFn(() => {
    if (document.visibilityState === 'visible') void reload();
  }, READ_EVERY);

  function usersOf(name: string): Users | undefined {
    const names = value.value?.[noun];
    return names && Object.hasOwn(names, name) ? names[name] : undefined;
  }

  /** At most three names, and the number of further ones. */
  function namesOf(names: readonly string[]): string {
    const named = names.slice(0, NAMED).join(', ');
    const rest = names.length - NAMED;
    return rest > 0 ? t('usage.more', { names: named, n: rest }, rest) : named;
  }

  function usageOf(name: string): string {
    if (!value.value) return '';
    const { jobs, labels } = usersOf(name) ?? { jobs: [], labels: [] };
    const printers = (isSelected: boolean) => [
      ...new Set(jobs.filter((job) => job.isSelected === isSelected).map(({ printer }) => printer)),
    ];
    const [selected, waiting] = [printers(true), printers(false)];
    const parts = [
      selected.length > 0 && t('usage.selected', { printers: namesOf(selected) }),
      waiting.length > 0 && t('usage.waiting', { printers: namesOf(waiting) }),
      labels.length > 0 && t('usage.labels', { n: labels.length, names: namesOf(labels) }, labels.length),
    ].filter((part) => part !== false);
    return parts.length > 0 ? parts.join(' · ') : t('usage.unused');
  }

  /** The text of the deletion dialog: `text` and the usage. */
  function removalText(name: string | undefined, text: string): string {
    const usage = name === undefined ? '' : usageOf(name);
    if (usage === '' || name === undefined) return text;
    const isInLabels = (usersOf(name)?.labels.length ?? 0) > 0;
    return [t('usage.removal', { text, usage }), isInLabels ? t('usage.inLabels') : ''].filter(Boolean).join(' ');
  }

  /** Names the printers whose loaded jobs use it and print a change at once; undefined if there are none. */
  function loadedOn(name: string | undefined): string | undefined {
    const jobs = name === undefined ? [] : (usersOf(name)?.jobs ?? []);
    const printers = [...new Set(jobs.filter(({ isSelected }) => isSelected).map(({ printer }) => printer))];
    return printers.length > 0 ? t('usage.selected', { printers: namesOf(printers) }) : undefined;
  }

  return { usageOf, removalText, loadedOn, isReported };
}
