import type { Words } from '../translation.ts';

/** Words of giving something another name. */
export const renaming = {
  action: 'Umbenennen',
  title: '„{name}“ umbenennen',
  name: 'Neuer Name',
  hint: 'Andere Programme, die den alten Namen verwenden, brauchen den neuen.',
  confirm: 'Umbenennen',
  done: '„{from}“ heißt jetzt „{to}“.',
  none: 'Dieser Controller kann nicht umbenennen.',
  unsaved: 'Speichern oder verwerfen Sie zuerst Ihre Änderungen an „{name}“. Dann kann der Name geändert werden.',
  waiting: 'Änderungen an „{name}“ warten darauf, gesendet zu werden. Sind sie gesendet oder verworfen, kann der Name geändert werden.',
  faults: {
    missing: 'Hier fehlt ein Name.',
    taken: 'Dieser Name ist schon vergeben.',
    dots: 'Ein Name kann nicht nur aus „.“ oder „..“ bestehen.',
    control: 'Ein Name hat keine Zeilenumbrüche und keine Steuerzeichen.',
    tooLong: 'Ein Name hat höchstens 255 Zeichen.',
  },
} satisfies Words<'renaming'>;
