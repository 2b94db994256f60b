import type { RecordedEvent, RecordedKind } from '#contract/api-v3/recorded-event.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import type { EmailEntry } from './email-queue.ts';

/** The most events that one e-mail lists. */
const MAX_LISTED = 100;
const MAX_SUBJECT = 150;

const WORDS: Record<RecordedKind, string> = {
  'controller.started': 'Controller started',
  'job.selected': 'Job selected',
  'job.ended': 'Job ended',
  'prints.settled': 'Prints counted',
  'print.resolved': 'Unknown print resolved',
  'order.received': 'Order received',
  'order.started': 'Order started',
  'order.ended': 'Order ended',
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

/** Subject and text of the e-mail with these entries, of which there is at least one. */
export function emailText(entries: readonly EmailEntry[], { timeZone, controller }: { timeZone: string; controller: string }) {
  const isEscalation = entries.every(({ reason }) => reason === 'escalation');
  const prefix = isEscalation ? 'Not acknowledged: ' : '';
  const [first] = entries;
  const subject = entries.length === 1 && first ? sentenceOf(first.event) : `${entries.length} events`;
  const listed = entries.slice(0, MAX_LISTED).map(({ event }) => `${momentOf(event.at, timeZone)}  ${sentenceOf(event)}`);
  const more = entries.length > MAX_LISTED ? [`and ${entries.length - MAX_LISTED} more events`] : [];
  const text = [...listed, ...more, '', `Times are of the zone ${timeZone}.`, `Strobe, controller ${controller}`].join('\n');
  return { subject: oneLine(`${prefix}${subject}`).slice(0, MAX_SUBJECT), text };
}

/** Such as `Line 1: Printer error: The cover is open.` */
function sentenceOf({ kind, printer, data }: RecordedEvent): string {
  const where = ['line', 'device', 'order'].flatMap((name) => (typeof data[name] === 'string' ? [data[name]] : []));
  const place = [...(printer === undefined ? [] : [printer]), ...where].join(', ');
  const told = ['detail', 'reason', 'state', 'label'].map((name) => data[name]).find((value) => typeof value === 'string' && value !== '');
  const parts = [...(place === '' ? [] : [place]), WORDS[kind], ...(typeof told === 'string' ? [told] : [])];
  return oneLine(parts.join(': '));
}

/** Such as `2026-11-21 06:00`. */
function momentOf(at: string, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(Date.parse(at), timeZone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
