import type { Words } from '../translation.ts';

/** How dates and numbers are written. A date runs from right to left: it begins with a mark of that direction, since its month is kept apart. */
export const formats = {
  date: '\u200f{day} {month} {year}',
  momentIn: '{moment}، {zone}',
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
