import type { Words } from '../translation.ts';

/** Words of labels as files. */
export const labelFiles = {
  save: 'Als Datei speichern',
  read: 'Datei importieren',
  title: 'Etikett aus „{file}“ importieren',
  notLabel: '„{file}“ ist kein Etikett: Ein Etikett ist ein JSON-Dokument, wie „Als Datei speichern“ es macht, oder eine Datei mit ZPL.',
} satisfies Words<'labelFiles'>;
