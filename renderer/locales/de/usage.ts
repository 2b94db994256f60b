import type { Words } from '../translation.ts';

/** Words of who needs a label, table, variable, counter, shift code or font. */
export const usage = {
  title: 'Verwendung',
  selected: 'Ausgewählt auf {printers}',
  waiting: 'In der Warteschlange von {printers}',
  labels: 'Verwendet von 1 Etikett: {names} | Verwendet von {n} Etiketten: {names}',
  more: '{names} und 1 weiteres | {names} und {n} weitere',
  none: 'Zurzeit nicht verwendet',
  removal: '{text} {usage}.',
  inLabels: 'Ein Etikett, das es nennt, kann dann nicht mehr gedruckt werden.',
} satisfies Words<'usage'>;
