import type { Words } from '../translation.ts';

/** Words of the queue of a printer. */
export const queue = {
  title: 'File d’attente',
  state: { done: 'Terminé', current: 'S’imprime maintenant', waiting: 'En attente' },
  rows: 'lignes {from} à {to}',
  copies: '{n} exemplaire | {n} exemplaires',
  copiesOf: 'exemplaires d’après la colonne {column}',
  unlimited: 'sans limite',
  printed: '{n} imprimés',
  voided: '{n} non imprimés',
  owed: '{n} encore dus',
  checkpoint: 'Point de reprise',
  frozen: 'Imprime les valeurs de sa sélection',
  repeats: 'Reprend au début une fois à la fin',
  up: 'Plus tôt : {job}',
  down: 'Plus tard : {job}',
  remove: 'Retirer : {job}',
  removeTitle: 'Retirer « {job} » de la file d’attente de {printer} ?',
  removeDetail: 'Il ne sera pas imprimé. Ce qui attend derrière avance.',
  removeConfirm: 'Retirer',
  removed: 'Retiré sur {printer} : {job}',
  return: 'Revenir ici',
  skipTo: 'Sauter ici',
  seekTitle: 'Aller à « {job} » sur {printer} ?',
  returnDetail: 'Ce travail et tout ce qui suit reprennent à leurs premières lignes et s’impriment encore une fois.',
  skipDetail:
    'Ce qui précède est considéré comme terminé et ne sera pas imprimé jusqu’au bout. Ce travail et tout ce qui suit commencent à leurs premières lignes.',
  sought: 'Maintenant sur {printer} : {job}',
} satisfies Words<'queue'>;
