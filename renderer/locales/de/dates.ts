import type { Words } from '../translation.ts';

/** Words of the panel about dates. */
export const dates = {
  title: 'Datum',
  intro: 'So bildet dieser Controller Daten aus Zeitpunkten. Eine Änderung gilt für die Drucke danach; Gedrucktes behält sein Datum.',
  noExtension: 'Dieser Controller gibt nicht an, wie er Daten bildet',
  timeZone: 'Zeitzone',
  timeZoneHint: 'Nach ihrer Uhr gehen alle Daten, Schichten und der Verlauf. Sie lautet zum Beispiel Europe/Berlin.',
  monthEnd: 'Monatsende',
  monthEndHint: 'Was einen Monat nach dem 31. Januar gedruckt wird.',
  monthEnds: { end: 'Der letzte Tag im Februar', spill: 'Läuft in den März' },
  dayStart: 'Produktionstag beginnt um',
  dayStartHint: 'Vor dieser Uhrzeit gilt das Datum des Vortags. Stunden und Minuten bleiben unverändert.',
  example: 'Heute wird {today} gedruckt ({zone}). 31. Januar 2027 + 1 Monat ergibt {month}.',
  save: 'Speichern',
  saved: 'Die Einstellungen für Daten sind gespeichert.',
  faults: {
    timeZone: 'Diese Zeitzone gibt es nicht. Eine lautet zum Beispiel Europe/Berlin.',
    dayStart: 'Hier wird eine Uhrzeit gebraucht, zum Beispiel 06:00.',
  },
} satisfies Words<'dates'>;
