import type { Words } from '../translation.ts';

/** Words of the queue of a printer. */
export const queue = {
  title: 'Warteschlange',
  state: { done: 'Erledigt', current: 'Druckt jetzt', waiting: 'Wartet' },
  rows: 'Zeilen {from} bis {to}',
  copies: '1 Exemplar | {n} Exemplare',
  copiesOf: 'Exemplare aus Spalte {column}',
  unlimited: 'unbegrenzt',
  printed: '{n} gedruckt',
  voided: '{n} nicht gedruckt',
  owed: '{n} noch offen',
  checkpoint: 'Rückkehrpunkt',
  frozen: 'Druckt die Werte von seiner Auswahl',
  repeats: 'Beginnt am Ende von vorn',
  up: 'Früher: {job}',
  down: 'Später: {job}',
  remove: 'Herausnehmen: {job}',
  removeTitle: '„{job}“ aus der Warteschlange von {printer} nehmen?',
  removeDetail: 'Er wird nicht gedruckt. Was dahinter wartet, rückt auf.',
  removeConfirm: 'Herausnehmen',
  removed: 'Herausgenommen auf {printer}: {job}',
  return: 'Hierher zurück',
  skipTo: 'Hierher springen',
  seekTitle: 'Auf {printer} zu „{job}“ gehen?',
  returnDetail: 'Dieser Auftrag und alle dahinter beginnen wieder bei ihren ersten Zeilen und werden noch einmal gedruckt.',
  skipDetail:
    'Was davor steht, gilt als erledigt und wird nicht zu Ende gedruckt. Dieser Auftrag und alle dahinter beginnen bei ihren ersten Zeilen.',
  sought: 'Jetzt auf {printer}: {job}',
} satisfies Words<'queue'>;
