import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, defineComponent, h } from 'vue';
import { fileSize } from '#renderer/domain/formats/file-size.ts';
import { formatCount, useFormats, type Formats } from '#renderer/composables/use-formats.ts';
import { createPageI18n } from '#renderer/locales/i18n.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const AT = Date.parse('2026-11-21T23:03:12Z');
let rig: PageRig;
let formats: Formats;

beforeEach(async () => {
  rig = await openPageRig({});
  formats = rig.run(() => useFormats());
});

afterEach(() => rig.end());

describe('formats', () => {
  it('H24 writes unambiguous dates in the given time zone', () => {
    expect(formats.moment(AT, 'UTC')).toBe('21 NOV 2026 23:03:12');
    expect(formats.moment(AT, 'Europe/Berlin')).toBe('22 NOV 2026 00:03:12');
  });

  it('names the time zone of a moment only if this screen shows another time', () => {
    expect([formats.momentIn(AT, 'Europe/Berlin'), formats.minuteIn(AT, 'Europe/Berlin')]).toEqual([
      '22 NOV 2026 00:03:12, Europe/Berlin',
      '22 NOV 2026, 00:03, Europe/Berlin',
    ]);
    expect([formats.momentIn(AT, 'Africa/Accra'), formats.minuteIn(AT, null)]).toEqual(['21 NOV 2026 23:03:12', '21 NOV 2026, 23:03']);
  });

  it('falls back to the time zone of the screen for an unsupported one', () => {
    expect(formats.time(AT, 'Mars/Olympus')).toBe(formats.time(AT));
  });

  it('writes ages in a single unit', () => {
    expect([0, 59_999, 60_000, 7_200_000, 200_000_000].map(formats.age)).toEqual(['0 s', '59 s', '1 min', '2 h', '2 d']);
  });

  it('groups digits from five digits on', () => {
    expect([412, 9999, 10_000, 1_234_567].map(formatCount)).toEqual(['412', '9999', '10\u202f000', '1\u202f234\u202f567']);
  });

  it('uses the decimal separator of the language', () => {
    expect([formats.decimal(62.5), formats.decimal(3, 2)]).toEqual(['62.5', '3.00']);
    expect([fileSize(202_811, formats.decimal), fileSize(12, formats.decimal)]).toEqual(['202.8 kB', '12 B']);
  });
});

describe('formats in German', () => {
  it('H24 names the month in German and uses a decimal comma', async () => {
    const i18n = createPageI18n();
    await i18n.showLanguage('de');
    const written: string[] = [];
    const page = defineComponent(() => {
      const german = useFormats();
      written.push(german.date(Date.parse('2026-03-01T12:00:00Z'), 'UTC'), german.decimal(62.5));
      return () => h('p');
    });
    createApp(page).use(i18n).mount(document.createElement('div'));
    expect(written).toEqual(['01. MÄRZ 2026', '62,5']);
  });
});
