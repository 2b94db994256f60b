import type { Words } from '../translation.ts';

/** How dates and numbers are written. Digits are western ones in every language, as on what is printed. */
export const formats = {
  date: '{day}. {month} {year}',
  momentIn: '{moment}, {zone}',
  months: {
    jan: 'JAN',
    feb: 'FEB',
    mar: 'MÄRZ',
    apr: 'APR',
    may: 'MAI',
    jun: 'JUNI',
    jul: 'JULI',
    aug: 'AUG',
    sep: 'SEP',
    oct: 'OKT',
    nov: 'NOV',
    dec: 'DEZ',
  },
  decimalSign: ',',
} satisfies Words<'formats'>;
