import type { Words } from '../translation.ts';

/** Words of how this screen shows things. */
export const display = {
  title: 'Pantalla',
  kept: 'Vale para este navegador en esta pantalla, para todos los que trabajan aquí.',
  language: {
    title: 'Idioma',
    note: 'Los nombres, los códigos y lo impreso quedan como están. Lo que dicen de sí mismos los controladores y las impresoras llega en inglés.',
  },
  theme: {
    title: 'Tema',
    system: 'Como el sistema',
    light: 'Claro',
    dark: 'Oscuro',
    contrast: 'Alto contraste',
    note: 'El alto contraste es para el sol en la pantalla y para los ojos que lo necesitan: negro sobre blanco con bordes gruesos.',
  },
  palette: {
    title: 'Colores de los estados de impresora',
    calm: 'Sereno',
    classic: 'Semáforo',
    note: {
      calm: 'Solo tiene color lo que necesita a alguien: se ve desde lejos.',
      classic: 'Verde para lo que imprime, ámbar para lo que arranca. Los fallos son iguales en ambos.',
    },
    examples: 'Ejemplos de estados',
  },
  hands: {
    title: 'Manos',
    bare: 'Sin guantes',
    gloves: 'Con guantes',
    note: {
      bare: 'Las teclas tienen al menos 10 mm de alto.',
      gloves: 'Las teclas tienen al menos 15 mm de alto, con 4 mm entre ellas.',
    },
  },
  size: {
    title: 'Tamaño real',
    intro:
      'Sostenga una tarjeta bancaria o una regla contra la pantalla y haga el dibujo exactamente igual de grande. Entonces cada tecla tiene aquí su tamaño real.',
    object: 'Qué se sostiene contra la pantalla',
    card: 'Tarjeta bancaria',
    ruler: 'Regla',
    cardWidth: '85,6 mm',
    drawing: 'Dibujo para comparar',
    slider: 'Tamaño del dibujo',
    muchSmaller: 'Mucho menor',
    smaller: 'Menor',
    larger: 'Mayor',
    muchLarger: 'Mucho mayor',
    value: '{px} px por mm',
    dpi: '{dpi} puntos por pulgada',
    apply: 'Usar este tamaño',
    reset: 'Volver a 96 puntos por pulgada',
    applied: 'Las teclas tienen ahora su tamaño real.',
    inUse: 'Este tamaño está en uso',
  },
  gallery: {
    title: 'Componentes',
    text: 'Todo de lo que están hechas las páginas, en cada estado, como lo muestra esta pantalla.',
    open: 'Abrir la galería',
  },
} satisfies Words<'display'>;
