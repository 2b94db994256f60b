import type { Label } from '#contract/api-v3/label.ts';
import { escapeText } from '#rendering/dynamic-text/dynamic-text.ts';

/** What a new label begins with: something that prints at once, and shows how text and dates are written. */
export function starterLabel(name: string): Label {
  return {
    format: 3,
    width: 60,
    height: 20,
    objs: [
      { type: 'Text', x: 2, y: 2, text: escapeText(name), font: { family: 'Arial', style: 'Bold', height: 6 } },
      {
        type: 'Text',
        x: 2,
        y: 11,
        text: 'BEST BEFORE {TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+30days}',
        font: { family: 'Arial', style: '', height: 4 },
      },
    ],
  };
}
