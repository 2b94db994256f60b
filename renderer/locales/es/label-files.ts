import type { Words } from '../translation.ts';

/** Words of labels as files. */
export const labelFiles = {
  save: 'Guardar como archivo',
  read: 'Importar un archivo',
  title: 'Importar la etiqueta de «{file}»',
  notLabel: '«{file}» no es una etiqueta: una etiqueta es un documento JSON como el que crea «Guardar como archivo», o un archivo ZPL.',
} satisfies Words<'labelFiles'>;
