import type { Words } from '../translation.ts';

/** What was ordered, by the noun and verb of the station's operations. One that has no words here is told by its name. */
export const journalCommands = {
  backups: { make: 'Copia de seguridad ordenada' },
  clock: { confirm: 'Reloj confirmado' },
  connections: {
    add: 'Controlador conectado',
    rename: 'Nombre de conexión cambiado',
    order: 'Conexiones ordenadas',
    switchEmbedded: 'Controlador de este equipo conmutado',
    remove: 'Conexión quitada',
    changeKey: 'Clave de conexión cambiada',
    trust: 'Certificado de controlador aceptado',
  },
  counters: { put: 'Contador guardado', remove: 'Contador eliminado', rename: 'Nombre de contador cambiado' },
  drafts: { discard: 'Borrador descartado' },
  fonts: { remove: 'Fuente eliminada' },
  labelProofs: { accept: 'Etiquetas aceptadas tras una actualización' },
  labels: { put: 'Etiqueta guardada', remove: 'Etiqueta eliminada', rename: 'Nombre de etiqueta cambiado' },
  lines: { add: 'Línea creada', change: 'Línea cambiada', order: 'Líneas ordenadas', remove: 'Línea quitada' },
  plans: { apply: 'Selección' },
  preflights: { start: 'Comprobación previa iniciada', remove: 'Comprobación previa terminada u olvidada' },
  printing: {
    select: 'Selección',
    deselect: 'Deselección',
    trigger: 'Disparo',
    abort: 'Interrupción',
    setConveyor: 'Cinta ajustada',
    refillInk: 'Tinta rellenada',
  },
  prints: { resolve: 'Impresión desconocida aclarada', reprint: 'Reimpresión', acceptEngineCount: 'Recuento de la impresora aceptado' },
  queue: { reorder: 'Cola reordenada', remove: 'Trabajo sacado de la cola', seek: 'Ida a un punto de retorno' },
  settings: { put: 'Ajustes del controlador guardados', putPrinter: 'Disparos de la impresora ajustados' },
  shiftCodes: { put: 'Código de turno guardado', remove: 'Código de turno eliminado', rename: 'Nombre de código de turno cambiado' },
  tables: { editCells: 'Celda cambiada', remove: 'Tabla eliminada', rename: 'Nombre de tabla cambiado' },
  variables: { put: 'Variable guardada', remove: 'Variable eliminada', rename: 'Nombre de variable cambiado' },
} satisfies Words<'journal'>['commands'];
