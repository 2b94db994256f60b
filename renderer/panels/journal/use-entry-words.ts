import { useI18n } from 'vue-i18n';
import { OWN_CONTROLLER_NAME } from '#contract/station/connections.ts';
import type { JournalEntry } from '#contract/station/journal.ts';

/** What an entry of the journal says, in a few words. */
export function useEntryWords() {
  const { t, te } = useI18n();

  function known(key: string, otherwise: string): string {
    return te(key) ? t(key) : otherwise;
  }

  function subject({ event, subject: code }: JournalEntry): string {
    if (event.startsWith('alarm-')) return t(`alarms.kinds.${code}.title`, { subject: '' }).replace(/[:：\s]+$/, '');
    if (event.startsWith('command-')) return known(`journal.commands.${code}`, code);
    return known(`journal.states.${code}`, code);
  }

  const what = (entry: JournalEntry): string => t(`journal.events.${entry.event}`, { what: subject(entry) });
  const controllerName = (name: string): string => (name === OWN_CONTROLLER_NAME ? t('connections.here') : name);
  const where = ({ printer, controller }: JournalEntry): string => [printer, controllerName(controller)].filter(Boolean).join(' · ');
  const details = ({ detail, reason }: JournalEntry): string => [detail, reason].filter(Boolean).join('\n');

  return { what, where, details };
}
