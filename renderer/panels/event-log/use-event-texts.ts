import { useI18n } from 'vue-i18n';
import { OWN_CONTROLLER_NAME } from '#contract/station/connections.ts';
import type { EventLogEntry } from '#contract/station/event-log.ts';

/** The text of an event. */
export function useEventTexts() {
  const { t, te } = useI18n();

  function textOr(key: string, otherwise: string): string {
    return te(key) ? t(key) : otherwise;
  }

  function subject({ event, subject: code }: EventLogEntry): string {
    if (event.startsWith('alarm-')) return t(`alarms.kinds.${code}.title`, { subject: '' }, 1).replace(/[:：\s]+$/, '');
    if (event.startsWith('command-')) return textOr(`eventLog.commands.${code}`, code);
    return textOr(`eventLog.states.${code}`, code);
  }

  const what = (entry: EventLogEntry): string => t(`eventLog.events.${entry.event}`, { what: subject(entry) });
  const controllerName = (name: string): string => (name === OWN_CONTROLLER_NAME ? t('connections.here') : name);
  const where = ({ printer, controller }: EventLogEntry): string => [printer, controllerName(controller)].filter(Boolean).join(' · ');
  const details = ({ detail, reason }: EventLogEntry): string => [detail, reason].filter(Boolean).join('\n');

  return { what, where, details };
}
