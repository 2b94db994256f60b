import type { Words } from '../translation.ts';

/** How dates and numbers are written. Digits are western ones in every language, as on what is printed. */
export const formats = {
  date: '{day} {month} {year}',
  momentIn: '{moment}, {zone}',
  months: {
    jan: 'ENE',
    feb: 'FEB',
    mar: 'MAR',
    apr: 'ABR',
    may: 'MAY',
    jun: 'JUN',
    jul: 'JUL',
    aug: 'AGO',
    sep: 'SEP',
    oct: 'OCT',
    nov: 'NOV',
    dec: 'DIC',
  },
  decimalSign: ',',
} satisfies Words<'formats'>;
