import type { Words } from '../translation.ts';

/** Words of the print history and of the last prints. */
export const history = {
  title: 'Historial',
  resolution: 'Resolución',
  MINUTES: 'Minutos',
  HOURS: 'Horas',
  DAYS: 'Días',
  WEEKS: 'Semanas',
  chart: 'Impresiones en el tiempo',
  loading: 'Leyendo el historial',
  prints: {
    title: 'Últimas impresiones',
    none: 'Todavía no se ha impreso nada.',
    noExtensions: 'Este controlador no guarda imágenes de sus impresiones.',
    alt: 'Impresión {id}',
    more: 'Mostrar más',
    reprint: 'Reimpresión',
    state: {
      reserved: 'Reservada',
      sent: 'Enviada',
      printed: 'Impresa',
      void: 'No impresa',
      unknown: 'Desconocida',
    },
  },
} satisfies Words<'history'>;
