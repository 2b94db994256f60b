import type { Words } from '../translation.ts';

/** Words of the plain components. */
export const ui = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  clearSearch: 'Borrar la búsqueda',
  dismiss: 'Ocultar',
  loading: 'Cargando',
  notices: 'Avisos',
  noPicture: 'Sin imagen',
  pictureFailed: 'No se puede mostrar la imagen',
  tryAgain: 'Reintentar',
  reason: {
    label: 'Motivo',
    hint: 'Consta en el diario.',
    missing: 'Hace falta un motivo: consta en el registro.',
    tooLong: 'Como máximo {n} caracteres.',
  },
  number: {
    missing: 'Aquí hace falta un número.',
    notANumber: 'Esto no es un número.',
    notWhole: 'Aquí solo son posibles números enteros.',
    tooSmall: 'Como mínimo {min}.',
    tooBig: 'Como máximo {max}.',
  },
} satisfies Words<'ui'>;
