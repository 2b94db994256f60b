import type { Words } from '../translation.ts';

/** What was ordered, by the noun and verb of the station's operations. One that has no words here is told by its name. */
export const journalCommands = {
  backups: { make: 'Sicherung angestoßen' },
  clock: { confirm: 'Uhr bestätigt' },
  connections: {
    add: 'Controller verbunden',
    rename: 'Verbindung umbenannt',
    order: 'Verbindungen geordnet',
    switchEmbedded: 'Controller dieses Rechners geschaltet',
    remove: 'Verbindung entfernt',
    changeKey: 'Schlüssel einer Verbindung geändert',
    trust: 'Zertifikat eines Controllers vertraut',
  },
  counters: { put: 'Zähler gespeichert', remove: 'Zähler gelöscht', rename: 'Zähler umbenannt' },
  drafts: { discard: 'Entwurf aufgegeben' },
  fonts: { remove: 'Schrift gelöscht' },
  labelProofs: { accept: 'Etiketten nach einem Update angenommen' },
  labels: { put: 'Etikett gespeichert', remove: 'Etikett gelöscht', rename: 'Etikett umbenannt' },
  lines: { add: 'Linie angelegt', change: 'Linie geändert', order: 'Linien geordnet', remove: 'Linie entfernt' },
  plans: { apply: 'Ausgewählt' },
  preflights: { start: 'Vorabprüfung begonnen', remove: 'Vorabprüfung beendet oder verworfen' },
  printing: {
    select: 'Ausgewählt',
    deselect: 'Abgewählt',
    trigger: 'Ausgelöst',
    abort: 'Abgebrochen',
    setConveyor: 'Förderband eingestellt',
    refillInk: 'Tinte aufgefüllt',
  },
  prints: { resolve: 'Ungeklärter Druck geklärt', reprint: 'Nachgedruckt', acceptEngineCount: 'Zählerstand des Druckers übernommen' },
  queue: { reorder: 'Warteschlange geordnet', remove: 'Auftrag aus der Warteschlange genommen', seek: 'Zu einem Rückkehrpunkt gegangen' },
  settings: { put: 'Einstellungen des Controllers gespeichert', putPrinter: 'Auslöser des Druckers eingestellt' },
  shiftCodes: { put: 'Schichtcode gespeichert', remove: 'Schichtcode gelöscht', rename: 'Schichtcode umbenannt' },
  tables: { editCells: 'Zelle geändert', remove: 'Tabelle gelöscht', rename: 'Tabelle umbenannt' },
  variables: { put: 'Variable gespeichert', remove: 'Variable gelöscht', rename: 'Variable umbenannt' },
} satisfies Words<'journal'>['commands'];
