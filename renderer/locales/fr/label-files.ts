import type { Words } from '../translation.ts';

/** Words of labels as files. */
export const labelFiles = {
  save: 'Enregistrer comme fichier',
  read: 'Importer un fichier',
  title: 'Importer l’étiquette de « {file} »',
  notLabel:
    '« {file} » n’est pas une étiquette : une étiquette est un document JSON comme en fait « Enregistrer comme fichier », ou un fichier ZPL.',
} satisfies Words<'labelFiles'>;
