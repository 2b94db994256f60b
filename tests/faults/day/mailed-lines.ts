import type { RecordedEvent, RecordedKind } from '#contract/api-v3/recorded-event.ts';
import type { TakenEmail } from '#support/smtp-server.ts';

/** What e-mails call the events that begin and end an alarm. */
const WORDS: Partial<Record<RecordedKind, string>> = {
  'line.stopped': 'Line stopped',
  'line.resumed': 'Line resumed',
  'printer.error-began': 'Printer error',
  'printer.error-ended': 'Printer error ended',
  'device.lost': 'Device not connected',
  'device.connected': 'Device connected',
  'disk.unwritable': 'Disk accepts no writes',
  'disk.writable': 'Disk accepts writes',
  'clock.untrusted': 'Clock is not trusted',
  'clock.trusted': 'Clock is trusted',
};

/** The lines of e-mails about events. */
export const mailedLines = {
  /** All lines that say an event, with the minute. */
  of(emails: readonly TakenEmail[]): string[] {
    return emails.flatMap(({ text }) => text.split(/\r?\n/).filter((line) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2} {2}/.test(line)));
  },

  /** The time zone of the e-mails; UTC before the first. */
  zoneOf(emails: readonly TakenEmail[]): string {
    return emails.map(({ text }) => /Times are of the zone (\S+)\./.exec(text)?.[1]).find((zone) => zone !== undefined) ?? 'UTC';
  },

  /** How an e-mail has to say an event. */
  expected({ at, kind, printer, data }: RecordedEvent, timeZone: string): string {
    const minute = new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const place = [printer, data['line'], data['device']].filter((part) => typeof part === 'string').join(', ');
    const told = [data['detail'], data['reason']].find((value) => typeof value === 'string' && value !== '');
    return `${minute}  ${[place, WORDS[kind] ?? kind, told].filter((part) => part !== undefined && part !== '').join(': ')}`;
  },
};
