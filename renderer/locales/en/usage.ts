/** Words of who needs a label, table, variable, counter, shift code or font. */
export const usage = {
  title: 'Used',
  selected: 'Selected on {printers}',
  waiting: 'In the queue of {printers}',
  labels: 'Used by 1 label: {names} | Used by {n} labels: {names}',
  more: '{names} and 1 more | {names} and {n} more',
  none: 'Not used now',
  removal: '{text} {usage}.',
  inLabels: 'A label that names it can no longer be printed.',
};
