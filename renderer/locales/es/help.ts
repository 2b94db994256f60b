import type { Words } from '../translation.ts';

/** Words of the help: the tour for the first time, and the keys. */
export const help = {
  title: 'Ayuda',
  text: 'La visita muestra el camino de una etiqueta a su impresión en las impresoras virtuales de este equipo. No se imprime nada real.',
  takeTour: 'Hacer la visita',
  showKeys: 'Mostrar las teclas',
  offer: '¿Es su primera vez? Una visita de seis pasos muestra el camino hasta la primera impresión, en impresoras virtuales.',
  notNow: 'Ahora no',
  tour: {
    title: 'Visita, paso {n} de {count}: {name}',
    back: 'Atrás',
    next: 'Siguiente',
    end: 'Terminar la visita',
    done: 'La visita ha terminado. Se puede repetir desde los ajustes de pantalla.',
    steps: {
      monitor: {
        title: 'El monitor',
        text: 'Cada impresora tiene una tarjeta: su estado en una palabra, la imagen de su próxima impresión, el recuento y la antigüedad de lo que ve. Un color significa que algo le necesita. Pulse el nombre de una impresora para seguir, o Siguiente.',
      },
      printer: {
        title: 'Una impresora',
        text: 'Seleccione aquí una etiqueta en «Seleccionar», con una fila de tabla donde la etiqueta la necesite. Ve exactamente qué se imprimirá antes de decir sí. Después pulse Disparar: cada pulsación es un producto.',
      },
      stop: {
        title: 'Parar',
        text: 'Interrumpir está siempre en el mismo lugar de la página de una impresora, y nada lo tapa. Termina el trabajo de impresión; no es una parada de emergencia. Lo impreso hasta entonces queda en la lista de las últimas impresiones.',
      },
      labels: {
        title: 'Etiquetas',
        text: 'Las etiquetas se muestran como se imprimen. Abra una para cambiarla: cada vez que se guarda se crea una versión, y cada versión se puede comparar y recuperar.',
      },
      tables: {
        title: 'Las tablas y el escáner',
        text: 'Las tablas contienen lo que cambia de un producto a otro. Importe una como CSV. Después basta con escanear un producto: se encuentra su fila y usted confirma la imagen. El código de barras de arriba a la derecha lo inicia sin escáner.',
      },
      alarms: {
        title: 'Las alarmas y el diario',
        text: 'Cada alarma dice su causa, qué consecuencia tiene y qué hacer. El diario guarda qué pasó y quién lo hizo. Eso es todo: pruébelo en las impresoras virtuales.',
      },
    },
  },
  keys: {
    title: 'Teclas',
    text: 'Todo en estas páginas funciona sin ratón.',
    groups: {
      everywhere: 'En todas partes',
      choices: 'Pestañas y opciones',
      label: 'En el texto de una etiqueta',
      wall: 'En la pantalla mural',
    },
    everywhere: {
      next: { keys: 'Tab', text: 'a lo siguiente que se puede pulsar; con Mayús a lo anterior' },
      skip: { keys: 'Tab, Intro', text: 'justo al abrir una página: al contenido, sin la navegación' },
      press: { keys: 'Intro o Espacio', text: 'lo pulsa' },
      close: { keys: 'Escape', text: 'cierra un diálogo sin hacer nada' },
      help: { keys: '?', text: 'muestra esta lista, fuera de los campos' },
    },
    choices: {
      move: { keys: 'Flechas', text: 'a la pestaña de al lado, o a la opción de arriba y de abajo' },
      ends: { keys: 'Inicio, Fin', text: 'a la primera y a la última pestaña' },
    },
    label: {
      save: { keys: 'Ctrl + S', text: 'guarda la etiqueta' },
      undo: { keys: 'Ctrl + Z', text: 'deshace lo escrito' },
      indent: { keys: 'Tab', text: 'aplica sangría' },
      leave: { keys: 'Escape, Tab', text: 'sale del texto' },
    },
    wall: {
      pause: { keys: 'Espacio', text: 'pausa y continúa' },
      turn: { keys: 'Flecha izquierda, flecha derecha', text: 'a la línea anterior y siguiente' },
    },
  },
} satisfies Words<'help'>;
