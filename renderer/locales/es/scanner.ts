import type { Words } from '../translation.ts';

/** Words about the scanner of a screen. */
export const scanner = {
  title: 'Escáner',
  note: 'Un escáner que escribe como un teclado se distingue de las manos por su velocidad.',
  prefix: 'Caracteres antes de cada escaneo',
  prefixHint:
    'Vacío, salvo que el escáner esté ajustado para enviarlos. Con ellos un escaneo se reconoce con seguridad, también en un campo de búsqueda.',
  confirmCode: 'Código que dice sí',
  confirmCodeHint: 'Escanéelo en lugar de pulsar la tecla que confirma. Imprímalo y cuélguelo. Vacío: solo confirma la tecla.',
  tooAlike: 'Un producto puede tener este código: tome uno con una letra.',
  try: 'Pruébelo: escanee algo aquí',
  tryHint: 'No se hace nada con ello.',
  heard: 'Reconocido como escaneo: {text}',
  heardGtin: 'Es un GTIN: {gtin}',
  heardConfirm: 'Es el código que dice sí.',
  heardAsTyping: 'Llegó como tecleado, no como un escaneo. ¿Envía el escáner Intro al final, y los caracteres antes?',
} satisfies Words<'scanner'>;
