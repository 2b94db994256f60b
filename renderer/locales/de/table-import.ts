import type { Words } from '../translation.ts';

/** Words of the dialog that looks through a file before it becomes a table. */
export const tableImport = {
  encoding: 'Kodierung',
  encodings: { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16, höherwertiges Byte zuerst', 'windows-1252': 'Windows-1252' },
  delimiter: 'Zwischen den Zellen',
  delimiters: { comma: 'Komma', semicolon: 'Semikolon', tab: 'Tabulator', bar: 'Senkrechter Strich' },
  sheet: 'Blatt',
  sheetAdvice: 'Zahlen kommen ohne ihr Format: führende Nullen bleiben nur in Zellen, die Excel als Text führt. Siehe Vorschau.',
  key: 'Schlüsselspalte',
  noKey: 'Kein Schlüssel',
  column: 'Spalte {number}',
  checkingLabel: 'Die Datei wird geprüft',
  checking: 'Die Datei wird geprüft: {percent} %, bisher {rows} Zeilen',
  checked: 'Keine Zeilen, Spalten: {columns} | 1 Zeile, Spalten: {columns} | {n} Zeilen, Spalten: {columns}',
  faultsTitle:
    'Kein Fehler | 1 Fehler: Diese Datei kann noch nicht importiert werden | {n} Fehler: Diese Datei kann noch nicht importiert werden',
  faultsLabel: 'Fehler nach Zeilen',
  faultsAdvice:
    'Berichtigen Sie die Datei, oder ändern Sie, wie sie gelesen wird und welche Spalten sie liefert. Es wurde nichts gesendet.',
  more: '{shown} von {n} werden gezeigt.',
  faults: {
    cells: 'Zeile {line}: hat {found} Zellen, die Tabelle hat {expected} Spalten',
    tooLong: 'Zeile {line}: Zelle {cell} hat mehr als 100 000 Zeichen',
    encoding: 'Zeile {line}: ist kein Text in dieser Kodierung; danach wurde nichts gelesen',
    quoteStray: 'Zeile {line}: Ein Anführungszeichen steht in einer Zelle, die nicht damit beginnt; danach wurde nichts gelesen',
    quoteInside:
      'Zeile {line}: Ein Anführungszeichen steht in einer Zelle in Anführungszeichen und muss dort verdoppelt sein; danach wurde nichts gelesen',
    quoteOpen: 'Zeile {line}: beginnt eine Zeile der Tabelle mit einem Anführungszeichen, das nie geschlossen wird',
    nul: 'Zeile {line}: enthält ein NUL-Zeichen, das keine Textdatei hat; danach wurde nichts gelesen',
    endless: 'Zeile {line}: beginnt eine Zeile von mehr als 8 MiB; ist ein Anführungszeichen nicht geschlossen?',
    excelError: 'Zeile {line}: Zelle {cell} enthält den Fehler einer Formel, etwa #NV',
    excelDigits:
      'Zeile {line}: Zelle {cell} ist eine Zahl mit mehr als 15 Stellen, deren letzte Excel verloren hat; die Spalte als Text formatieren und die Zahl neu eingeben',
    excelOld: 'Das ist eine Arbeitsmappe von Excel 2003 oder älter oder eine mit Kennwort. Ohne Kennwort als .xlsx speichern.',
    excelBroken: 'Diese Arbeitsmappe ist nicht lesbar. In Excel öffnen und erneut als .xlsx speichern.',
    excelTooLarge: 'Diese Arbeitsmappe ist zu groß, um hier gelesen zu werden. Das Blatt als CSV speichern und diese Datei importieren.',
    nameless: 'Spalte {column} hat keinen Namen. Benennen Sie sie unter „Spalten“, oder lassen Sie sie weg.',
    twice: 'Zwei Spalten heißen „{name}“. Benennen Sie eine unter „Spalten“ um, oder lassen Sie sie weg.',
    none: 'Alle Spalten sind weggelassen: Eine Tabelle hat mindestens eine.',
    empty: 'Die Datei ist leer: Ihre erste Zeile muss die Spalten nennen.',
    unreadable: 'Die Datei ist nicht lesbar: Sie wurde verschoben, gelöscht oder geändert. Wählen Sie sie noch einmal.',
    tooLarge: 'Eine Datei von mehr als 1 GiB kann nur importiert werden, wie sie ist: UTF-8, mit ihren eigenen Spalten.',
  },
  doublesTitle:
    'Kein doppelter Schlüssel in „{column}“ | 1 Schlüssel steht in mehreren Zeilen von „{column}“ | {n} Schlüssel stehen in mehreren Zeilen von „{column}“',
  doublesLabel: 'Doppelte Schlüssel mit ihren Zeilen',
  doublesAdvice: 'Ein Auftrag mit einem solchen Schlüssel wird abgelehnt, weil nicht klar ist, welche Zeile gemeint ist.',
  double: { lines: '„{key}“: Zeilen {lines}', many: '„{key}“: Zeilen {lines} und {more} weitere' },
  missingTitle:
    'Keine Spalte fehlt | Die Tabelle hat eine Spalte, die in der Datei fehlt: {columns} | Die Tabelle hat Spalten, die in der Datei fehlen: {columns}',
  missingAdvice: 'Etiketten, die sie drucken, können danach nicht mehr gewählt werden. Ordnen Sie Spalten unter „Spalten“ zu.',
  views: 'Was die Datei liefert',
  preview: 'Vorschau',
  previewLabel: 'Die ersten Zeilen, wie sie gespeichert werden',
  columns: 'Spalten',
  moreColumns: 'Die ersten {shown} von {n} Spalten werden gezeigt.',
  match: 'Spalte der Datei für „{column}“',
  matchNone: 'Keine',
  nameOf: 'Name in der Tabelle für „{column}“',
  preparing: 'Die Datei wird umgeschrieben: {percent} %',
} satisfies Words<'tableImport'>;
