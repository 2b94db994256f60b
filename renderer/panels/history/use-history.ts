import { computed, ref, shallowRef, watch } from 'vue';
import { offsetOf } from '#rendering/calendar/zone.ts';
import { knownZone } from '../../composables/known-zone.ts';
import { nextTask } from '../../composables/next-task.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';
import { usePrinter } from '../../composables/use-printer.ts';
import { useClockStore } from '../../stores/clock.ts';
import { barsOf, weekBefore } from './history-bars.ts';
import { firstView, inResolution, moved, rangeOf, toItsMinute, zoomed } from './history-range.ts';
import { useSettled } from '../../composables/use-settled.ts';

const READ_EVERY = 2_000;

/** What a printer printed over time: which time is looked at, beside the week before where that is wanted, by the controller's clock. */
export function useHistory(on: () => { connection: string; printer: string }) {
  const client = useStationClient();
  const clock = useClockStore();
  const { printer: known, connection: home } = usePrinter(on);
  const view = shallowRef(firstView('MINUTES'));
  const isCompared = ref(false);

  const printed = useSettled(() => known.value?.counters?.printedLabels, READ_EVERY);
  const minute = computed(() => Math.floor(clock.now / 60_000));
  /** The controller's zone; that of this screen where the controller tells none, or one that this browser does not know. */
  const timeZone = computed(() => knownZone(home.value?.timeZone));

  /** The first look at a zone takes as long as drawing all the rest: it is taken while the figures are on their way. */
  async function lookAtZone(): Promise<void> {
    await nextTask();
    offsetOf(clock.now, timeZone.value);
  }

  const { value, problem, isLoading, reload } = useLoad(
    async (signal) => {
      const asked = view.value;
      const range = rangeOf(asked, clock.now);
      const read = (part: { start: number; end: number }) =>
        client.history.read({ ...on(), resolution: asked.resolution, ...part }, signal);
      const reaching = asked.end === undefined ? toItsMinute(range) : range;
      const [history, before] = await Promise.all([read(reaching), isCompared.value ? read(weekBefore(range)) : undefined, lookAtZone()]);
      return { view: asked, range, history, before };
    },
    [view, isCompared, printed, minute, () => on().connection, () => on().printer],
  );

  const bars = computed(() => {
    if (!value.value) return [];
    const { history, before, view: shown } = value.value;
    return barsOf(history, { resolution: shown.resolution, before, timeZone: timeZone.value });
  });
  const seconds = () => clock.now / 1000;
  const change = (next: typeof view.value | undefined) => {
    if (next) view.value = next;
  };

  watch(
    () => [on().connection, on().printer].join('\n'),
    () => (view.value = firstView('MINUTES')),
  );

  return {
    ...{ view, value, bars, problem, isLoading, reload, timeZone, isCompared },
    resolution: computed({
      get: () => view.value.resolution,
      set: (chosen) => change(inResolution(view.value, chosen)),
    }),
    canZoomIn: computed(() => zoomed(view.value, -1, seconds()) !== undefined),
    canZoomOut: computed(() => zoomed(view.value, 1, seconds()) !== undefined),
    zoomIn: () => change(zoomed(view.value, -1, seconds())),
    zoomOut: () => change(zoomed(view.value, 1, seconds())),
    earlier: () => change(moved(view.value, -1, seconds())),
    later: () => change(moved(view.value, 1, seconds())),
    toNow: () => change({ ...view.value, end: undefined }),
  };
}
