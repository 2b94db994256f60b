/** Words of the print history and of the last prints. */
export const history = {
  title: 'History',
  resolution: 'Resolution',
  MINUTES: 'Minutes',
  HOURS: 'Hours',
  DAYS: 'Days',
  WEEKS: 'Weeks',
  chart: 'Prints over time',
  loading: 'Reading the history',
  prints: {
    title: 'Last prints',
    none: 'Nothing was printed yet.',
    noExtensions: 'This controller does not keep pictures of its prints.',
    alt: 'Print {id}',
    more: 'Show more',
    reprint: 'Printed once more',
    state: {
      reserved: 'Reserved',
      sent: 'Sent',
      printed: 'Printed',
      void: 'Not printed',
      unknown: 'Unknown',
    },
  },
};
