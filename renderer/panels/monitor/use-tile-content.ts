import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { isNextPrintKnown } from '#contract/station/last-selection.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { nextPrintUrl } from '#contract/station/urls.ts';
import { useErrorTexts } from '../../composables/use-error-texts.ts';
import { useAlarmsStore } from '../../stores/alarms.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { printerKey } from '../../stores/fleet/printer-key.ts';
import { isInAlarm } from '../../stores/fleet/printer-standing.ts';
import { useStandingsStore } from '../../stores/fleet/standings.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';
import { useDrawnHere } from '../label/use-drawn-here.ts';
import type { Density } from './tile-density.ts';

/** How often the displayed rate changes, in milliseconds. */
const RATE_STEP = 5_000;

/** What a tile says about its printer, as far as it has space for it. */
export function useTileContent(tile: () => LinePrinter, density: () => Density) {
  const { t } = useI18n();
  const { sayAll } = useErrorTexts();
  const fleet = useFleetStore();
  const standings = useStandingsStore();
  const alarms = useAlarmsStore();
  const state = usePrinter(tile);
  const { on, printer: listed, status, job, freshness, isStale, hasExtensions, isDisabled } = state;

  /** On a controller that does not report its job: the one that was loaded from this station, if its next print is known. */
  const lastSelection = computed(() => {
    const selection = listed.value?.lastSelection;
    return !hasExtensions.value && selection && isNextPrintKnown(selection.job) ? selection : undefined;
  });
  const picture = computed(() => {
    if (!hasExtensions.value)
      return lastSelection.value && nextPrintUrl(on.value.connection, on.value.printer, String(lastSelection.value.at));
    return job.value ? nextPrintUrl(on.value.connection, on.value.printer, job.value.nextPrint) : undefined;
  });
  const drawnHere = useDrawnHere(() => on.value.connection);
  const caption = computed(() => drawnHere.value && `${t('printer.nextPrint.lastLoaded')} · ${drawnHere.value}`);
  const key = computed(() => printerKey(on.value));
  const standing = computed(() => standings.byPrinter.get(key.value));
  const alarm = computed(() => (isInAlarm(standing.value) ? standings.alarmsByPrinter.get(key.value) : undefined));
  /** That products passed while the printer could not print: what follows from its error, and not the alarm that it is in. */
  const missed = computed(() => {
    const { connection, printer } = on.value;
    return alarms.ofPrinter(connection, printer).find(({ kind, isActive }) => kind === 'product-missed' && isActive);
  });
  /**
   * Errors other than the one that is the state itself, such as that a person has disabled the printer; none while the data are stale. An alarm that
   * the printer does not report itself, or whose text the station understands, is said by its title, in the language of the page.
   */
  const errors = computed(() => {
    if (!status.value || isDisabled.value) return [];
    const own = sayAll(status.value.errors, status.value.errorDetails).slice(!isStale.value && status.value.state === 'ERROR' ? 1 : 0);
    const said = status.value.state === 'ERROR' ? missed.value : alarm.value;
    const isOwnText = own.length > 0 && (own.length > 1 || !said?.errors);
    if (!said || isOwnText) return own;
    const { kind, subject, count: n = 1 } = said;
    return [t(`alarms.kinds.${kind}.title`, { subject, n }, n)];
  });
  /** The number of lines of a single error, if the tile has the space for them. */
  const faultLines = computed(() => ({ roomy: 4, normal: 2, compact: 1, row: 1 })[density()]);
  /** Errors take precedence over the picture where both do not fit. */
  const hasPicture = computed(() => {
    if (!picture.value || density() === 'row' || (!hasExtensions.value && density() !== 'roomy')) return false;
    if (density() === 'roomy') return errors.value.length < 3;
    return errors.value.length === 0 || (density() === 'normal' && errors.value.length === 1 && status.value?.state !== 'ERROR');
  });
  const faultTone = computed(() => (standing.value === 'critical' || standing.value === 'caution' ? standing.value : undefined));
  /** Nothing is selected, and the controller would say it. */
  const isIdle = computed(() => hasExtensions.value && status.value !== null && !job.value && !isInAlarm(standing.value) && !isStale.value);
  /** The last contact, in steps: a figure that changes with every print could not be read. */
  const rateMoment = computed(() => {
    const { contact } = freshness.value;
    return isStale.value || contact === undefined ? undefined : Math.floor(contact / RATE_STEP) * RATE_STEP;
  });
  /** Prints per minute; undefined while they are not known or not live. */
  const rate = computed(() => {
    return !listed.value || rateMoment.value === undefined ? undefined : fleet.rateOf(listed.value, rateMoment.value);
  });

  return { state, standing, picture, caption, errors, faultLines, faultTone, hasPicture, isIdle, rate };
}
