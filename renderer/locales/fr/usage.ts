import type { Words } from '../translation.ts';

/** Words of who needs a label, table, variable, counter, shift code or font. */
export const usage = {
  title: 'Utilisation',
  selected: 'Sélection sur {printers}',
  waiting: 'Dans la file d’attente de {printers}',
  labels: 'Utilisation par 1 étiquette : {names} | Utilisation par {n} étiquettes : {names}',
  more: '{names} et {n} autre | {names} et {n} autres',
  none: 'Pas utilisé actuellement',
  removal: '{text} {usage}.',
  inLabels: 'Une étiquette qui le nomme ne peut plus être imprimée.',
} satisfies Words<'usage'>;
