import type { Words } from '../translation.ts';

/** Words of the plain components. */
export const ui = {
  cancel: 'Annuler',
  close: 'Fermer',
  clearSearch: 'Effacer la recherche',
  dismiss: 'Masquer',
  loading: 'Chargement',
  notices: 'Avis',
  noPicture: 'Pas d’image',
  pictureFailed: 'L’image ne peut pas être affichée',
  tryAgain: 'Réessayer',
  reason: {
    label: 'Motif',
    hint: 'Il figure au journal.',
    missing: 'Un motif est nécessaire : il reste au registre.',
    tooLong: '{n} caractères au plus.',
  },
  number: {
    missing: 'Un nombre est nécessaire ici.',
    notANumber: 'Ce n’est pas un nombre.',
    notWhole: 'Seuls des nombres entiers sont possibles ici.',
    tooSmall: 'Au moins {min}.',
    tooBig: 'Au plus {max}.',
  },
} satisfies Words<'ui'>;
