/** Words of the panel about dates. */
export const dates = {
  title: 'Dates',
  intro: 'How this controller makes dates of moments. A change holds for the prints after it; what was printed keeps its dates.',
  noExtension: 'This controller does not say how it makes dates',
  timeZone: 'Time zone',
  timeZoneHint: 'By its clock go all dates, shifts and the history. One looks like Europe/Berlin.',
  monthEnd: 'End of a month',
  monthEndHint: 'What a month after 31 January prints.',
  monthEnds: { end: 'The last day of February', spill: 'Spills into March' },
  dayStart: 'Production day starts at',
  dayStartHint: 'Before this time, dates are those of the day before. Hours and minutes are not changed.',
  example: 'Today prints {today} in {zone}. 31 January 2027 + 1 month prints {month}.',
  save: 'Save',
  saved: 'The settings of dates are saved.',
  faults: {
    timeZone: 'There is no such time zone. One looks like Europe/Berlin.',
    dayStart: 'A time of the day is needed, such as 06:00.',
  },
};
