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
        'Marca {now}, pero se esperaba {expected} ({timeZone}). Las etiquetas con fecha no se imprimen hasta que confirme el reloj o lo ponga en hora.',
    },
    confirm: 'El reloj está bien',
  },
  recovery: {
    title: 'No se imprime nada: se restauraron los datos de {name}.',
    reasons: {
      backup: 'Proceden de una copia de seguridad, que no sabe qué se imprimió después.',
      older: 'Son más antiguos que lo impreso.',
      other: 'Son de otro controlador que el que imprimió aquí.',
      copied: 'Son una copia de una carpeta de datos, que no sabe qué se ha impreso desde que se hizo.',
      'marks-lost': 'Ya no se puede leer hasta dónde llegaron los números de serie.',
    },
    until: 'Saben qué se imprimió hasta {moment}.',
    counter: 'El contador «{name}» pasó de {from} a {to}, más allá de todo lo que pudo imprimirse.',
    ended:
      'Se terminó un trabajo: selecciónelo de nuevo desde donde está la línea. | Se terminaron {n} trabajos: selecciónelos de nuevo desde donde está la línea.',
    look: 'Revisar y confirmar',
    question: '¿Imprimir con los datos restaurados de {name}?',
    consequence:
      'Compare los contadores, y las filas de las tablas que se imprimen una a una, con lo que llevan los últimos productos. Las filas impresas desde entonces pueden imprimirse otra vez si se seleccionan de nuevo.',
    confirm: 'Imprimir con ellos',
    notYet: 'Todavía no',
  },
  signedOut: {
    title: 'Abra Strobe con su dirección de inicio',
    text: 'Este navegador no ha iniciado sesión en la estación. En el ordenador de la estación, haga una de estas cosas:',
    file: 'Abra este archivo de la carpeta de datos de la estación:',
    command:
      'Ejecute este comando y abra la dirección que muestra. Si la carpeta de datos de la estación no es «data», añada --data y la carpeta:',
    once: 'Una dirección de inicio sirve una sola vez; después, la siguiente está en el mismo lugar. Esta página continúa sola en cuanto el navegador inicia sesión. Las impresoras no la esperan.',
  },
  missing: {
    title: 'Esa página no existe',
    text: 'La dirección no lleva a ninguna parte. Vuelva al monitor y elija desde allí.',
    back: 'Al monitor',
  },
} satisfies Words<'app'>;
