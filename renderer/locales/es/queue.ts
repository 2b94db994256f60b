import type { Words } from '../translation.ts';

/** Words of the queue of a printer. */
export const queue = {
  title: 'Cola',
  state: { done: 'Terminado', current: 'Se imprime ahora', waiting: 'En espera' },
  rows: 'filas {from} a {to}',
  copies: '1 copia | {n} copias',
  copiesOf: 'copias de la columna {column}',
  unlimited: 'sin límite',
  printed: '{n} impresos',
  voided: '{n} no impresos',
  owed: '{n} pendientes',
  checkpoint: 'Punto de retorno',
  frozen: 'Imprime los valores de su selección',
  repeats: 'Al final empieza de nuevo',
  up: 'Antes: {job}',
  down: 'Después: {job}',
  remove: 'Sacar: {job}',
  removeTitle: '¿Sacar «{job}» de la cola de {printer}?',
  removeDetail: 'No se imprimirá. Lo que espera detrás avanza.',
  removeConfirm: 'Sacar',
  removed: 'Sacado en {printer}: {job}',
  return: 'Volver aquí',
  skipTo: 'Saltar aquí',
  seekTitle: '¿Ir a «{job}» en {printer}?',
  returnDetail: 'Este trabajo y todo lo que sigue empiezan de nuevo en sus primeras filas y se imprimen otra vez.',
  skipDetail:
    'Lo que está antes se da por terminado y no se imprime hasta el final. Este trabajo y todo lo que sigue empiezan en sus primeras filas.',
  sought: 'Ahora en {printer}: {job}',
} satisfies Words<'queue'>;
