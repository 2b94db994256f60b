import type { Words } from '../translation.ts';

/** Words of the page that shows what an update changed in the labels. */
export const labelProofs = {
  title: 'Etiquetas tras la actualización',
  back: 'Volver a las etiquetas',
  notice:
    'Tras la actualización a {version}, 1 de {labels} etiquetas no está como antes | Tras la actualización a {version}, {n} de {labels} etiquetas no están como antes',
  noticeText:
    'Se imprime tal como se dibuja ahora. Mírela antes de imprimirla. | Se imprimen tal como se dibujan ahora. Mírelas antes de imprimirlas.',
  look: 'Mirarla | Mirarlas',
  none: 'No queda nada por mirar',
  noneText: 'Aquí están las etiquetas que la versión {version} del controlador dibuja de otra forma que la versión anterior.',
  running:
    'Todas las etiquetas se dibujan de nuevo en segundo plano: falta 1 | Todas las etiquetas se dibujan de nuevo en segundo plano: faltan {n}',
  progress: 'Etiquetas dibujadas de nuevo',
  accept: 'Aceptar',
  acceptOne: 'Aceptar la etiqueta {name} tal como se dibuja ahora',
  acceptAll: 'Aceptarla | Aceptar las {n}',
  accepted: '1 etiqueta aceptada | {n} etiquetas aceptadas',
  compared: 'Versión {before} del controlador junto a {version}, dibujada de nuevo {moment}',
  fontReplaced: 'Una fuente de esta etiqueta se reemplazó entretanto: eso también puede haberla cambiado.',
  stillRefused: 'No se puede seleccionar hasta que se cumpla su prueba.',
  picture: 'Qué ha cambiado en {name}',
  both: 'en ambas',
  before: 'solo antes de la actualización',
  after: 'solo ahora',
  noExtension: 'Este controlador no compara sus etiquetas',
  noExtensionText: 'Es una extensión de Strobe que este controlador no tiene.',
  outcomes: {
    changed: 'Dibujada de otra forma',
    'test-failed': 'Falla una prueba',
    'not-drawn': 'Ya no se puede dibujar',
    same: 'Como antes',
  },
} satisfies Words<'labelProofs'>;
