import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import type { CounterReading, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { mapLabelTexts } from '#rendering/label/label-texts.ts';

const FONT = { family: 'Arimo', height: 4 };
const SERIAL = '{COUNTER;Serial}';
/** The text with the serial number. */
const SERIAL_TEXT = '/objs/6/text';
const DAY_MS = 86_400_000;
/** Days after which dates repeat, because GS1 years have two digits. */
const MAX_DAYS = 20_000;
const EXPIRY = '{TIME;{YEAR2}{MONTH}{DAYOFMONTH};+6months}';

/**
 * The label of P1: 100 x 50 mm, four static texts, a frame, a variable date and serial number, and three barcodes with the serial number.
 * The printer determines its size in dots.
 */
export const CASE_LABEL: Label = labelSchema.parse({
  format: 3,
  width: 100,
  height: 50,
  objs: [
    { type: 'Rect', x: 0.5, y: 0.5, width: 99, height: 49, lineWidth: 0.4 },
    { type: 'Text', x: 3, y: 2, text: 'Sardines in tomato sauce', font: { ...FONT, style: 'Bold', height: 5 } },
    { type: 'Text', x: 3, y: 8.5, text: 'Net weight 135 g, drained 95 g', font: FONT },
    { type: 'Text', x: 3, y: 14, text: 'Best before', font: FONT },
    { type: 'Text', x: 3, y: 19.5, text: 'Serial', font: FONT },
    { type: 'Text', x: 28, y: 14, text: '{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+6months}', font: FONT },
    { type: 'Text', x: 28, y: 19.5, text: SERIAL, font: FONT },
    {
      type: 'GS1-128',
      x: 3,
      y: 28,
      barWidth: 0.25,
      barHeight: 14,
      humanReadable: 'BELOW',
      apps: [
        ['01', '09521234510000'],
        ['21', SERIAL],
      ],
    },
    {
      type: 'GS1-DataMatrix',
      x: 66,
      y: 3,
      moduleSize: 0.5,
      apps: [
        ['01', '09521234510000'],
        ['17', EXPIRY],
        ['21', SERIAL],
      ],
    },
    { type: 'QRCode', x: 80, y: 26, moduleSize: 0.5, text: `https://example.com/01/09521234510000/21/${SERIAL}` },
  ],
});

/** The values of the print with this number. */
export function valuesOfPrint(serial: number): PrintValues {
  return {
    moment: { epochMs: Date.UTC(2026, 10, 21, 11), timeZone: 'Europe/Berlin' },
    variables: new Map([['Lot', 'A7731']]),
    counters: new Map<string, CounterReading>([['Serial', { value: serial, width: 8, padding: '0' }]]),
    row: undefined,
  };
}

/** As `valuesOfPrint`, with another day for every serial number, so that every variable field changes. */
export function changingValues(serial: number): PrintValues {
  const values = valuesOfPrint(serial);
  return { ...values, moment: { ...values.moment, epochMs: values.moment.epochMs + (serial % MAX_DAYS) * DAY_MS } };
}

/** The texts of `changingValues` for a program without dynamic fields. */
export function writtenValues(serial: number): { date: string; expiry: string; serial: string } {
  const day = new Date(changingValues(serial).moment.epochMs);
  day.setUTCMonth(day.getUTCMonth() + 6);
  const [year = '', month = '', date = ''] = day.toISOString().slice(0, 10).split('-');
  return { date: `${date}.${month}.${year}`, expiry: year.slice(2) + month + date, serial: String(serial).padStart(8, '0') };
}

/** The label of P6: as that of P1, but only one text shows the serial number; the barcodes contain the lot and never change. */
export const SERIAL_LABEL: Label = mapLabelTexts(CASE_LABEL, (text, pointer) =>
  pointer === SERIAL_TEXT ? text : text.replaceAll(SERIAL, '{VARIABLE;Lot}'),
);
