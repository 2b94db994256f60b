import type { Words } from '../translation.ts';

/** How dates and numbers are written. */
export const formats = {
  date: '{year}年{month}{day}日',
  momentIn: '{moment}，{zone}',
  months: {
    jan: '1月',
    feb: '2月',
    mar: '3月',
    apr: '4月',
    may: '5月',
    jun: '6月',
    jul: '7月',
    aug: '8月',
    sep: '9月',
    oct: '10月',
    nov: '11月',
    dec: '12月',
  },
  decimalSign: '.',
} satisfies Words<'formats'>;
