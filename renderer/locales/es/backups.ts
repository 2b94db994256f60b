import type { Words } from '../translation.ts';

/** Words of the page about backups. */
export const backups = {
  title: 'Copias de seguridad',
  titleOf: 'Copias de seguridad de {name}',
  back: 'Volver a las conexiones',
  newest: 'Última copia de seguridad',
  age: 'hace {age}',
  notYet: 'ninguna todavía',
  untold: 'no indicada',
  ofAnother: 'No se pueden mostrar las copias de seguridad',
  ofAnotherText: 'Este controlador no dice qué copias de seguridad tiene. Pregunte a su fabricante cómo se hacen.',
  state: 'Lo que se guarda',
  make: 'Hacer una copia ahora',
  making:
    'Se está haciendo una copia de seguridad: se copia todo y se lee cada página de la copia. Mientras tanto, la línea sigue imprimiendo.',
  makingLabel: 'Se está haciendo una copia de seguridad',
  done: 'La copia de seguridad está hecha: {size}, leídas todas las páginas.',
  newestIs: 'La última copia de seguridad es de hace {age}.',
  daily: 'Cada día se hace una por sí sola, y se guardan siete de ellas. Las demás se quedan hasta que alguien las retire.',
  oldText:
    'Mientras el controlador funciona se hace una cada día por sí sola, así que algo lo impidió. Haga una ahora. Si falla, el motivo aparece aquí.',
  none: 'Todavía no hay copias de seguridad',
  noneText: 'La primera se hace por sí sola un minuto después de arrancar el controlador, y desde entonces una cada día.',
  caption: 'Copias de seguridad que guarda este controlador',
  made: 'Hecha',
  size: 'Tamaño',
  checked: 'Comprobación',
  everyPage: 'leídas todas las páginas',
  version: 'Con la versión',
  file: 'Archivo',
  elsewhere: 'Lo que sabía un controlador en un día: cada controlador guarda las suyas.',
  open: 'Abrir las copias de seguridad',
  restore: {
    title: 'Restaurar una copia de seguridad',
    text: 'Todos los datos del controlador pasan a ser los de la copia. Sus datos actuales se apartan en su equipo y se guardan. Una copia no se restaura desde esta página: se hace en el equipo del controlador.',
    which: 'Qué copia',
    end: 'Termine el programa del controlador en su equipo.',
    endOwn: 'Apague el controlador en Conexiones.',
    run: 'En el equipo del controlador, en la carpeta de Strobe, ejecute esta orden:',
    command: 'Orden que restaura la copia de seguridad',
    folder: 'DIR es la carpeta con los datos de ese controlador: lo que sigue a --data donde se arranca.',
    start: 'Arranque de nuevo el programa del controlador.',
    startOwn: 'Encienda de nuevo el controlador en Conexiones.',
    confirm:
      'Todavía no se imprime nada. Lo dice la parte superior de cada página: compare los contadores y las tablas con los últimos productos y confirme allí.',
  },
} satisfies Words<'backups'>;
