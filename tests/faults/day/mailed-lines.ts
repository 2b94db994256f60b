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
  'disk.writable': 'Disk accepts writes again',
  'clock.untrusted': 'Clock may be wrong',
  'clock.trusted': 'Clock is right again',
};

/** The lines of e-mails about events. */
export const mailedLines = {
  /** All lines that say an event, with the minute. */
  of(emails: readonly TakenEmail[]): string[] {
    return emails.flatMap(({ text }) => text.split(/\r?\n/).filter((line) => /^\d{2} [A-Z]{3} \d{4} \d{2}:\d{2} {2}/.test(line)));
  },

  /** The time zone of the e-mails; UTC before the first. */
  zoneOf(emails: readonly TakenEmail[]): string {
    return emails.map(({ text }) => /Times are of the zone (\S+)\./.exec(text)?.[1]).find((zone) => zone !== undefined) ?? 'UTC';
  },

  /** How an e-mail has to say an event. */
  expected({ at, kind, printer, data }: RecordedEvent, timeZone: string): string {
    const style = {
      timeZone,
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const;
    const parts = new Intl.DateTimeFormat('en-US', style).formatToParts(new Date(at));
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
    const minute = `${part('day')} ${part('month').toUpperCase()} ${part('year')} ${part('hour')}:${part('minute')}`;
    const place = [printer, data['line'], data['device']].filter((name) => typeof name === 'string').join(', ');
    const told = [data['detail'], data['reason']].find((value) => typeof value === 'string' && value !== '');
    return `${minute}  ${[place, WORDS[kind] ?? kind, told].filter((word) => word !== undefined && word !== '').join(': ')}`;
  },
};
