import type { RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import type { TextLanguage } from '#contract/api-v3/text-language.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import type { EmailEntry } from './email-queue.ts';
import { EMAIL_WORDS, type CountedText } from './email-words.ts';

/** The most events that one e-mail lists. */
const MAX_LISTED = 100;
const MAX_SUBJECT = 150;
/** Unicode's isolates: what a device or a person has named keeps its own direction. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];
/** Makes a line run from right to left that would begin with Latin letters. */
const RIGHT_TO_LEFT = '\u200f';

export interface EmailTextOptions {
  timeZone: string;
  /** The id of the controller. */
  controller: string;
  language: TextLanguage;
}

/** Subject and text of the e-mail with these entries, of which there is at least one. What only a device or its system says is not translated. */
export function emailText(entries: readonly EmailEntry[], { timeZone, controller, language }: EmailTextOptions) {
  const words = EMAIL_WORDS[language];
  const [first] = entries;
  const what = entries.length === 1 && first ? sentenceOf(first.event, language) : counted(words.events, entries.length, language);
  const isEscalation = entries.every(({ reason }) => reason === 'escalation');
  const subject = isEscalation ? filled(words.notAcknowledged, { subject: what }) : what;
  const listed = entries
    .slice(0, MAX_LISTED)
    .map(({ event }) => `${momentOf(event.at, timeZone, language)}  ${sentenceOf(event, language)}`);
  const more = entries.length > MAX_LISTED ? [counted(words.more, entries.length - MAX_LISTED, language)] : [];
  const end = ['', filled(words.zone, { zone: timeZone }), filled(words.from, { controller })];
  const text = [...listed, ...more, ...end].map((line) => directed(line, language)).join('\n');
  return { subject: directed(oneLine(subject).slice(0, MAX_SUBJECT), language), text };
}

/** Subject and text of a test e-mail. */
export function testText(language: TextLanguage, controller: string) {
  const { testSubject, testText: text } = EMAIL_WORDS[language];
  return { subject: testSubject, text: filled(text, { controller }) };
}

/** Such as `Line 1: Printer error: The cover is open.` */
function sentenceOf({ kind, printer, data }: RecordedEvent, language: TextLanguage): string {
  const { kinds, sentence } = EMAIL_WORDS[language];
  const where = ['line', 'device', 'order'].flatMap((name) => (typeof data[name] === 'string' ? [data[name]] : []));
  const place = [...(printer === undefined ? [] : [printer]), ...where].map((name) => isolated(name, language)).join(', ');
  const told = ['detail', 'reason', 'state', 'label'].map((name) => data[name]).find((value) => typeof value === 'string' && value !== '');
  const parts = [...(place === '' ? [] : [place]), kinds[kind], ...(typeof told === 'string' ? [isolated(told, language)] : [])];
  return oneLine(parts.reduce((before, what) => filled(sentence, { place: before, what })));
}

/** Such as `21 NOV 2026 06:00`. */
function momentOf(at: string, timeZone: string, language: TextLanguage): string {
  const { date, months } = EMAIL_WORDS[language];
  const { year, month, day, hour, minute } = localTime(Date.parse(at), timeZone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${filled(date, { day: two(day), month: months[month - 1] ?? '', year: String(year) })} ${two(hour)}:${two(minute)}`;
}

function counted(text: CountedText, n: number, language: TextLanguage): string {
  const form = text[new Intl.PluralRules(language).select(n)] ?? text.other;
  return filled(form, { n: String(n) });
}

function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function isolated(text: string, language: TextLanguage): string {
  return language === 'ar' ? `${ISOLATE}${text}${END_OF_ISOLATE}` : text;
}

/** Line by line, because a mail program takes the direction of a text from its first letter. */
function directed(line: string, language: TextLanguage): string {
  return language === 'ar' && line !== '' && !line.startsWith(RIGHT_TO_LEFT) ? RIGHT_TO_LEFT + line : line;
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
