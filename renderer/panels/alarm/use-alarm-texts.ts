import { useI18n } from 'vue-i18n';
import type { RouteLocationRaw } from 'vue-router';
import type { Alarm } from '#contract/station/alarms.ts';
import { useErrorTexts } from '../../composables/use-error-texts.ts';
import { useConnectionsStore } from '../../stores/connections.ts';

/** The section of the printer's page in which a kind of alarm is resolved; otherwise the top of the page. */
const PLACES: Partial<Record<Alarm['kind'], string>> = {
  'ink-empty': '#ink',
  'ink-error': '#ink',
  'ink-low': '#ink',
  'ink-warning': '#ink',
};

/** All texts of an alarm, and the link to the place where it is resolved. */
export function useAlarmTexts() {
  const { t } = useI18n();
  const { say: sayError } = useErrorTexts();
  const connections = useConnectionsStore();

  function controllerOf({ connection }: Alarm): string {
    return connections.findConnection(connection)?.name ?? connection;
  }

  function say(alarm: Alarm, part: 'title' | 'cause' | 'consequence' | 'action'): string {
    const { kind, subject, printer, count: n = 1 } = alarm;
    const values = { subject, printer: printer ?? '', controller: controllerOf(alarm), n };
    return part === 'title' ? t(`alarms.kinds.${kind}.title`, values, n) : t(`alarmDetails.${kind}.${part}`, values, n);
  }

  /** What is known beyond the texts of the kind: the errors of the controller in the language of the page, or the device's own words. */
  function details({ errors, detail, printer }: Alarm): string[] {
    if (errors) return errors.map(sayError);
    if (detail === '') return [];
    return [printer === null ? detail : t('alarmPage.deviceSays', { text: detail })];
  }

  /** The subject of an alarm: the printer, with its controller if there are several, or the controller. */
  function owner(alarm: Alarm): string {
    if (alarm.printer === null) return controllerOf(alarm);
    return connections.list.length > 1 ? `${alarm.printer} · ${controllerOf(alarm)}` : alarm.printer;
  }

  function place({ kind, connection, printer }: Alarm): { to: RouteLocationRaw; label: string } {
    if (printer === null) return { to: { name: 'connections' }, label: t('alarmPage.open.connections') };
    const to = { name: 'printer', params: { connection, printer }, hash: PLACES[kind] ?? '' };
    return { to, label: t('alarmPage.open.printer', { printer }) };
  }

  return { say, details, owner, place };
}
