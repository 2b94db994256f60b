import type { Words } from '../translation.ts';

/** Words of the panel about dates. */
export const dates = {
  title: 'Fechas',
  intro: 'Cómo forma este controlador las fechas. Un cambio vale para las impresiones posteriores; lo impreso conserva sus fechas.',
  noExtension: 'Este controlador no dice cómo forma las fechas',
  timeZone: 'Zona horaria',
  timeZoneHint: 'Por su reloj van todas las fechas, los turnos y el historial. Por ejemplo, Europe/Madrid.',
  monthEnd: 'Fin de mes',
  monthEndHint: 'Qué se imprime un mes después del 31 de enero.',
  monthEnds: { end: 'El último día de febrero', spill: 'Pasa a marzo' },
  dayStart: 'El día de producción empieza a las',
  dayStartHint: 'Antes de esta hora, las fechas son las del día anterior. Las horas y los minutos no cambian.',
  example: 'Hoy se imprime {today} en {zone}. 31 de enero de 2027 + 1 mes imprime {month}.',
  save: 'Guardar',
  saved: 'Los ajustes de fechas están guardados.',
  faults: {
    timeZone: 'Esa zona horaria no existe. Un ejemplo: Europe/Madrid.',
    dayStart: 'Aquí hace falta una hora, por ejemplo 06:00.',
  },
} satisfies Words<'dates'>;
