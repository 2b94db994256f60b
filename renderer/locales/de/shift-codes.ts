import type { Words } from '../translation.ts';

/** Words of the panels about shift codes. */
export const shiftCodes = {
  title: 'Schichtcodes',
  new: 'Neuer Schichtcode',
  none: 'Noch keine Schichtcodes',
  noneText: 'Ein Schichtcode druckt in jeder Schicht einen anderen Text. Legen Sie einen an und drucken Sie ihn mit seinem Code.',
  noExtension: 'Dieser Controller hat keine eigenen Schichtcodes',
  name: 'Schichtcode',
  nameHint: 'Etiketten drucken ihn mit {code}',
  prints: 'Druckt jetzt',
  edit: 'Schichtcode „{name}“ bearbeiten',
  newTitle: 'Neuer Schichtcode',
  time: 'Ab',
  code: 'Druckt',
  add: 'Schicht hinzufügen',
  drop: 'Schicht ab {time} wegnehmen',
  now: 'Druckt jetzt, nach der Uhr von {zone}',
  change: '{day} {time}: {code}',
  noChange: 'Er druckt den ganzen Tag dasselbe.',
  description: 'Beschreibung',
  save: 'Speichern',
  saved: 'Schichtcode „{name}“ ist gespeichert.',
  delete: 'Löschen',
  removal: {
    title: 'Schichtcode „{name}“ löschen?',
    text: 'Etiketten, die ihn drucken, lassen sich dann nicht mehr auswählen.',
    confirm: 'Löschen',
  },
  removed: 'Schichtcode „{name}“ ist gelöscht.',
  discard: {
    title: 'Eingaben verwerfen?',
    text: '„{name}“ bleibt, wie gespeichert.',
    confirm: 'Verwerfen',
    cancel: 'Weiter bearbeiten',
  },
  faults: {
    time: 'Hier wird eine Uhrzeit gebraucht, zum Beispiel 06:00.',
    code: 'Hier fehlt ein Text.',
    twice: 'Eine andere Schicht beginnt zur selben Zeit.',
    name: {
      missing: 'Hier fehlt ein Name.',
      taken: 'Einen Schichtcode mit diesem Namen gibt es schon.',
      control: 'Ein Name hat keine Zeilenumbrüche und keine Steuerzeichen.',
      tooLong: 'Ein Name hat höchstens 255 Zeichen.',
    },
  },
} satisfies Words<'shiftCodes'>;
