import { computed, ref, shallowRef, watch } from 'vue';
import { offsetOf } from '#rendering/calendar/zone.ts';
import { supportedTimeZone } from '../../domain/formats/supported-time-zone.ts';
import { nextTask } from '../../domain/browser/next-task.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';
import { useClockStore } from '../../stores/clock.ts';
import { barsOf, weekBefore } from './history-bars.ts';
import { firstView, inResolution, moved, rangeOf, toEndOfMinute, zoomed } from './history-range.ts';
import { useThrottled } from '../../composables/use-throttled.ts';

const READ_EVERY = 2_000;

/** The prints of a printer over time in the controller's time zone, optionally with the week before. */
export function useHistory(on: () => { connection: string; printer: string }) {
  const client = useStationClient();
  const clock = useClockStore();
  const { printer: fleetPrinter, connection: home } = usePrinter(on);
  const view = shallowRef(firstView('MINUTES'));
  const isCompared = ref(false);

  const printed = useThrottled(() => fleetPrinter.value?.counters?.printedLabels, READ_EVERY);
  const minute = computed(() => Math.floor(clock.now / 60_000));
  /** The controller's time zone; that of this screen if the controller reports none, or one that this browser does not support. */
  const timeZone = computed(() => supportedTimeZone(home.value?.timeZone));

  /** Creating the formatters of a time zone takes as long as rendering all the rest, so this happens while the figures are being loaded. */
  async function lookAtZone(): Promise<void> {
    await nextTask();
    offsetOf(clock.now, timeZone.value);
  }

  const { value, problem, isLoading, reload } = useLoad(
    async (signal) => {
      const requested = view.value;
      const range = rangeOf(requested, clock.now);
      const read = (part: { start: number; end: number }) =>
        client.history.read({ ...on(), resolution: requested.resolution, ...part }, signal);
      const reaching = requested.end === undefined ? toEndOfMinute(range) : range;
      const [history, before] = await Promise.all([read(reaching), isCompared.value ? read(weekBefore(range)) : undefined, lookAtZone()]);
      return { view: requested, range, history, before };
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
