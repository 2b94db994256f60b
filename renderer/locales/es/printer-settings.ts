import type { Words } from '../translation.ts';

/** Words about how a printer takes its triggers. */
export const printerSettings = {
  title: 'Disparos',
  bounceTime: 'Tiempo mínimo entre dos productos, en milisegundos',
  bounceTimeHint: 'De 0 a 60 000. Lo que dispara de nuevo en este tiempo cuenta como rebote y no imprime nada.',
  whenDataIsMissing: 'Cuando llega un producto y no hay nada que imprimir',
  gap: 'Dejarlo pasar y seguir',
  stop: 'Detener la línea hasta que alguien actúe',
  whenDataIsMissingHint: 'En ambos casos se registra como producto perdido.',
  change: 'Cambiar',
  titleOf: 'Disparos de {printer}',
  consequence: 'Vale para {printer} desde el próximo producto.',
  save: 'Guardar',
  saved: 'Los disparos de {printer} están ajustados.',
  ms: '{n} ms',
} satisfies Words<'printerSettings'>;
