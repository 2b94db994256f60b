import type { Words } from '../translation.ts';

/** Words of the frame around every page. */
export const app = {
  name: 'Strobe',
  wordsMissing: 'No se pudieron cargar los textos del idioma elegido. Cargue la página de nuevo.',
  skip: 'Ir al contenido',
  navigation: 'Principal',
  nav: {
    monitor: 'Monitor',
    labels: 'Etiquetas',
    tables: 'Tablas',
    variables: 'Variables',
    connections: 'Conexiones',
  },
  connection: 'Controlador',
  displaySettings: 'Pantalla',
  age: {
    seconds: '{n} s',
    minutes: '{n} min',
    hours: '{n} h',
    days: '{n} d',
  },
  station: {
    connecting: 'Conectando con la estación',
    lost: 'La estación no responde desde {time}.',
    lostDetail: 'Lo que ve es de entonces. La página se conecta de nuevo sola; las impresoras siguen sin ella.',
  },
  safeMode: '{name} funciona en modo seguro tras varios fallos y solo muestra datos. Reinicie Strobe para volver a imprimir.',
  clock: {
    doubtful: {
      title: 'No se imprime nada: el reloj de {name} puede estar mal.',
      detail: 'Marca {now}, pero se esperaba {expected} ({timeZone}). Confírmelo si está bien, o póngalo en hora.',
    },
    stepped: {
      title: 'Se ajustó el reloj de {name}.',
      detail:
        'Marca {now}, pero se esperaba {expected} ({timeZone}). Las etiquetas toman de él sus fechas: confírmelo si está bien, o póngalo en hora.',
    },
    confirm: 'El reloj está bien',
  },
  missing: {
    title: 'Esa página no existe',
    text: 'La dirección no lleva a ninguna parte. Vuelva al monitor y elija desde allí.',
    back: 'Al monitor',
  },
} satisfies Words<'app'>;
