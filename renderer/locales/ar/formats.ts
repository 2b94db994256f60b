import type { Words } from '../translation.ts';

/** How dates and numbers are written. */
export const formats = {
  date: '{day} {month} {year}',
  months: {
    jan: 'يناير',
    feb: 'فبراير',
    mar: 'مارس',
    apr: 'أبريل',
    may: 'مايو',
    jun: 'يونيو',
    jul: 'يوليو',
    aug: 'أغسطس',
    sep: 'سبتمبر',
    oct: 'أكتوبر',
    nov: 'نوفمبر',
    dec: 'ديسمبر',
  },
  decimalSign: '.',
} satisfies Words<'formats'>;
