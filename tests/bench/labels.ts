import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import type { CounterReading, PrintValues } from '#rendering/dynamic-text/print-values.ts';

const FONT = { family: 'Arimo', height: 4 };
const SERIAL = '{COUNTER;Serial}';
const EXPIRY = '{TIME;{YEAR2}{MONTH}{DAYOFMONTH};+6months}';

/**
 * The label of P1: 100 x 50 mm, four static texts, a frame, a variable date and serial, and three codes with the serial.
 * Its size in dots is the printer's.
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

/** What the print of this number says. */
export function valuesOfPrint(serial: number): PrintValues {
  return {
    moment: { epochMs: Date.UTC(2026, 10, 21, 11), timeZone: 'Europe/Berlin' },
    variables: new Map(),
    counters: new Map<string, CounterReading>([['Serial', { value: serial, width: 8, padding: '0' }]]),
    row: undefined,
  };
}
