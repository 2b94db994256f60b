/** How dates and numbers are written. Digits are western ones in every language, as on what is printed. */
export const formats = {
  date: '{day} {month} {year}',
  /** With the zone whose clocks show it. */
  momentIn: '{moment}, {zone}',
  months: {
    jan: 'JAN',
    feb: 'FEB',
    mar: 'MAR',
    apr: 'APR',
    may: 'MAY',
    jun: 'JUN',
    jul: 'JUL',
    aug: 'AUG',
    sep: 'SEP',
    oct: 'OCT',
    nov: 'NOV',
    dec: 'DEC',
  },
  decimalSign: '.',
};
