import { describe, expect, it } from 'vitest';
import { RECORDED_KINDS, type RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import { TEXT_LANGUAGES } from '#contract/api-v3/text-language.ts';
import type { EmailEntry } from '#controller/email/email-queue.ts';
import { emailText, testText } from '#controller/email/email-text.ts';
import { EMAIL_WORDS } from '#controller/email/email-words.ts';
import { namedTexts, pageTexts } from '#support/page-texts.ts';

const AT = '2026-03-05T05:04:00.000Z';
const error: RecordedEvent = { number: 1, at: AT, kind: 'printer.error-began', printer: 'Line 1', data: { detail: 'The cover is open.' } };
const OPTIONS = { timeZone: 'Europe/Berlin', controller: 'c-1' };

function entry(event: RecordedEvent, reason: EmailEntry['reason'] = 'event'): EmailEntry {
  return { id: 1, rule: 'Shift', reason, alarm: null, event, at: 0, due: 0 };
}
const textOf = (language: (typeof TEXT_LANGUAGES)[number], entries: EmailEntry[]) => emailText(entries, { ...OPTIONS, language });

describe('an e-mail', () => {
  it('names the event in its subject, and has its date in the order and words of its language', () => {
    expect(textOf('en', [entry(error)])).toEqual({
      subject: 'Line 1: Printer error: The cover is open.',
      text: '05 MAR 2026 06:04  Line 1: Printer error: The cover is open.\n\nTimes are of the zone Europe/Berlin.\nStrobe, controller c-1',
    });
    const german = textOf('de', [entry(error)]);
    expect(german.subject).toBe('Line 1: Druckerstörung: The cover is open.');
    expect(german.text).toMatch(/^05\. MÄRZ 2026 06:04 {2}Line 1: Druckerstörung: /);
    expect(textOf('fr', [entry(error)]).subject).toBe('Line 1\u00a0: Imprimante en défaut\u00a0: The cover is open.');
    expect(textOf('zh', [entry(error)]).text).toMatch(/^2026年3月05日 06:04 {2}Line 1：打印机故障：/);
  });

  it('runs from right to left in Arabic, and names keep their own direction', () => {
    const { subject, text } = textOf('ar', [entry(error)]);
    expect(subject).toBe('\u200f\u2068Line 1\u2069: عطل في الطابعة: \u2068The cover is open.\u2069');
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('\u200f'))).toEqual([]);
    expect(text).toContain('05 مارس 2026 06:04');
  });

  it.each([
    ['en', 2, '2 events'],
    ['de', 2, '2 Ereignisse'],
    ['ar', 2, '\u200fحدثان'],
    ['ar', 5, '\u200f5 أحداث'],
    ['ar', 11, '\u200f11 حدثًا'],
    ['ar', 100, '\u200f100 حدث'],
    ['zh', 3, '3 个事件'],
  ] as const)('in %s with %i events counts them as the language does', (language, count, subject) => {
    expect(
      textOf(
        language,
        Array.from({ length: count }, () => entry(error)),
      ).subject,
    ).toBe(subject);
  });

  it('lists at most 100 events, and says how many more there are', () => {
    const { text } = textOf(
      'es',
      Array.from({ length: 101 }, () => entry(error)),
    );
    expect(text.match(/Fallo de la impresora/g)).toHaveLength(100);
    expect(text).toContain('\ny 1 evento más\n');
  });

  it('says in its subject that an alarm was not acknowledged', () => {
    expect(textOf('de', [entry(error, 'escalation')]).subject).toMatch(/^Nicht quittiert: Line 1: /);
    expect(textOf('de', [entry(error, 'escalation'), entry(error)]).subject).toBe('2 Ereignisse');
  });

  it('keeps its subject on one line', () => {
    const event = { ...error, data: { detail: 'one\r\nBcc: two' } };
    expect(textOf('en', [entry(event)]).subject).toBe('Line 1: Printer error: one Bcc: two');
  });
});

describe.each(TEXT_LANGUAGES)('the words of e-mails in %s', (language) => {
  const words = EMAIL_WORDS[language];
  const page = namedTexts(pageTexts(language));

  it('are those of the page, for kinds of events and dates', () => {
    expect(words.kinds).toEqual(Object.fromEntries(RECORDED_KINDS.map((kind) => [kind, page.get(`recordedEvents.kind.${kind}`)])));
    expect(words.date).toBe(page.get('formats.date'));
    const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
    expect(words.months).toEqual(months.map((month) => page.get(`formats.months.${month}`)));
  });

  it('have a form for every number that the language tells apart', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'zero' && form !== 'many');
    for (const text of [words.events, words.more]) expect(Object.keys(text)).toEqual(expect.arrayContaining(forms));
  });

  it('leave no placeholder open in a test e-mail', () => {
    const { subject, text } = testText(language, 'c-1');
    expect([subject, text].join()).not.toMatch(/[{}]/);
    expect(text).toContain('c-1');
  });
});
