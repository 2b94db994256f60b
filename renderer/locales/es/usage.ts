import type { Words } from '../translation.ts';

/** Words of who needs a label, table, variable, counter, shift code or font. */
export const usage = {
  title: 'Uso',
  selected: 'Selección en {printers}',
  waiting: 'En la cola de {printers}',
  labels: 'En uso por 1 etiqueta: {names} | En uso por {n} etiquetas: {names}',
  more: '{names} y 1 más | {names} y {n} más',
  none: 'Ahora sin uso',
  removal: '{text} {usage}.',
  inLabels: 'Una etiqueta que lo nombra ya no se puede imprimir.',
} satisfies Words<'usage'>;
