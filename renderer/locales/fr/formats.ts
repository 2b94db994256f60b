import type { Words } from '../translation.ts';

/** How dates and numbers are written. Digits are western ones in every language, as on what is printed. */
export const formats = {
  date: '{day} {month} {year}',
  momentIn: '{moment}, {zone}',
  months: {
    jan: 'JANV',
    feb: 'FÉVR',
    mar: 'MARS',
    apr: 'AVR',
    may: 'MAI',
    jun: 'JUIN',
    jul: 'JUIL',
    aug: 'AOÛT',
    sep: 'SEPT',
    oct: 'OCT',
    nov: 'NOV',
    dec: 'DÉC',
  },
  decimalSign: ',',
} satisfies Words<'formats'>;
