import type { Words } from '../translation.ts';

/** Words of giving something another name. */
export const renaming = {
  action: 'Cambiar nombre',
  title: 'Cambiar el nombre de «{name}»',
  name: 'Nombre nuevo',
  hint: 'Los demás programas que usan el nombre anterior deben conocer el nuevo.',
  confirm: 'Cambiar nombre',
  done: '«{from}» se llama ahora «{to}».',
  none: 'Este controlador no puede cambiar nombres.',
  unsaved: 'Guarde o descarte primero sus cambios en «{name}». Después se puede cambiar el nombre.',
  waiting: 'Hay cambios en «{name}» que esperan ser enviados. Una vez enviados o descartados, se puede cambiar el nombre.',
  faults: {
    missing: 'Aquí hace falta un nombre.',
    taken: 'Este nombre ya está en uso.',
    dots: 'Un nombre no puede ser solo «.» o «..».',
    control: 'Un nombre no tiene saltos de línea ni caracteres de control.',
    tooLong: 'Un nombre tiene como máximo 255 caracteres.',
  },
} satisfies Words<'renaming'>;
