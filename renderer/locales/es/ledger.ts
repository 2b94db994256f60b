import type { Words } from '../translation.ts';

/** Words of what only a person can say about prints. */
export const ledger = {
  unknown: {
    title: '¿Se imprimió? De 1 impresión no se sabe | ¿Se imprimieron? De {n} impresiones no se sabe',
    text: 'La conexión con la impresora, o el controlador, se cortó mientras estas impresiones estaban en curso. Mire los productos, del primero al último, e indíquelo. Nada se imprime de nuevo por sí solo.',
    hint: 'Por ejemplo: visto en el producto',
    printed: {
      action: 'Se imprimió',
      title: '¿Se imprimió «{print}» en {printer}?',
      detail: 'Desde ahora cuenta como impresa, y su número de serie está en un producto. Consta en el registro con su motivo.',
      done: 'Impresa: {print}',
    },
    void: {
      action: 'No se imprimió',
      title: '¿No se imprimió «{print}» en {printer}?',
      detail: 'Desde ahora cuenta como no impresa; su número de serie no se usa nunca más. Consta en el registro con su motivo.',
      done: 'No impresa: {print}',
    },
  },
  gaps: {
    title: 'Productos sin impresión',
    text: 'Llegó un disparo y no se pudo imprimir nada. No se gastó ningún número de serie.',
    more: 'Mostrar más',
  },
  reprint: {
    action: 'Reimprimir',
    title: '¿Imprimir «{print}» otra vez en {printer}?',
    detail:
      'Se imprime enseguida: la misma imagen con el mismo número de serie, sin que avance ninguna fila ni contador. Retire la primera, para que no haya dos productos con lo mismo. Consta en el registro con su motivo.',
    hint: 'Por ejemplo: la etiqueta estaba rota',
    done: 'Reimpresa en {printer}: {print}',
  },
  count: {
    title: 'La impresora cuenta otra cosa',
    text: 'Según su propio recuento, {printer} hizo un número de marcas distinto del que explican las impresiones de este controlador. Quizá alguien imprimió a mano o puso a cero su contador. Averigüe por qué y después acepte su recuento tal como está.',
    counted: 'Marcas según la impresora',
    explained: 'Explicadas por impresiones',
    action: 'Aceptar su recuento',
    hint: 'Por ejemplo: pruebas a mano tras la limpieza',
    confirmTitle: '¿Aceptar el recuento de {printer} tal como está?',
    confirmDetail:
      'Sus {counted} marcas se dan por correctas; {explained} de ellas se explican por impresiones. Consta en el registro con su motivo.',
    done: 'El recuento de {printer} está aceptado',
  },
} satisfies Words<'ledger'>;
