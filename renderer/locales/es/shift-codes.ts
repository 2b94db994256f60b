import type { Words } from '../translation.ts';

/** Words of the panels about shift codes. */
export const shiftCodes = {
  title: 'Códigos de turno',
  new: 'Nuevo código de turno',
  none: 'Todavía no hay códigos de turno',
  noneText: 'Un código de turno imprime otro texto en cada turno. Cree uno e imprímalo con su código.',
  noExtension: 'Este controlador no tiene códigos de turno propios',
  name: 'Código de turno',
  nameHint: 'Las etiquetas lo imprimen con {code}',
  prints: 'Imprime ahora',
  edit: 'Editar el código de turno «{name}»',
  newTitle: 'Nuevo código de turno',
  time: 'Desde',
  code: 'Imprime',
  add: 'Añadir un turno',
  drop: 'Quitar el turno de las {time}',
  now: 'Imprime ahora, según el reloj de {zone}',
  change: '{day} {time}: {code}',
  noChange: 'Imprime lo mismo todo el día.',
  description: 'Descripción',
  save: 'Guardar',
  saved: 'El código de turno «{name}» está guardado.',
  delete: 'Eliminar',
  removal: {
    title: '¿Eliminar el código de turno «{name}»?',
    text: 'Las etiquetas que lo imprimen ya no se podrán seleccionar.',
    confirm: 'Eliminar',
  },
  removed: 'El código de turno «{name}» está eliminado.',
  discard: {
    title: '¿Descartar lo que escribió?',
    text: '«{name}» queda como está guardado.',
    confirm: 'Descartar',
    cancel: 'Seguir editando',
  },
  faults: {
    time: 'Aquí hace falta una hora, por ejemplo 06:00.',
    code: 'Aquí hace falta un texto.',
    twice: 'Otro turno empieza a esta hora.',
    name: {
      missing: 'Aquí hace falta un nombre.',
      taken: 'Ya hay un código de turno con este nombre.',
      control: 'Un nombre no tiene saltos de línea ni caracteres de control.',
      tooLong: 'Un nombre tiene como máximo 255 caracteres.',
    },
  },
} satisfies Words<'shiftCodes'>;
