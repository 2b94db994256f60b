import type { Words } from '../translation.ts';

/** Words of the help: the tour for the first time, and the keys. */
export const help = {
  title: 'Hilfe',
  text: 'Die Tour zeigt den Weg vom Etikett zu seinem Druck an den virtuellen Druckern dieses Rechners. Es wird nichts Echtes gedruckt.',
  takeTour: 'Tour beginnen',
  showKeys: 'Tasten zeigen',
  offer: 'Neu hier? Eine Tour in sechs Schritten zeigt den Weg zum ersten Druck, an virtuellen Druckern.',
  notNow: 'Jetzt nicht',
  tour: {
    title: 'Tour, Schritt {n} von {count}: {name}',
    back: 'Zurück',
    next: 'Weiter',
    end: 'Tour beenden',
    done: 'Die Tour ist zu Ende. Sie lässt sich in der Anzeige wieder beginnen.',
    steps: {
      monitor: {
        title: 'Der Monitor',
        text: 'Jeder Drucker hat eine Kachel: sein Zustand in einem Wort, das Bild des nächsten Drucks, der Zählerstand und das Alter dessen, was Sie sehen. Farbe heißt, dass etwas Sie braucht. Drücken Sie auf den Namen eines Druckers oder auf Weiter.',
      },
      printer: {
        title: 'Ein Drucker',
        text: 'Wählen Sie hier unter „Auswählen“ ein Etikett, mit einer Tabellenzeile, wo das Etikett eine braucht. Sie sehen genau, was gedruckt wird, bevor Sie ja sagen. Dann drücken Sie Auslösen: Jedes Drücken ist ein Produkt.',
      },
      stop: {
        title: 'Anhalten',
        text: '„Druck abbrechen“ steht auf der Seite eines Druckers immer an derselben Stelle, und nichts liegt darüber. Es beendet den Druckauftrag und ist kein Not-Halt. Was bis dahin gedruckt wurde, bleibt in der Liste der letzten Drucke.',
      },
      labels: {
        title: 'Etiketten',
        text: 'Etiketten sind zu sehen, wie sie gedruckt werden. Öffnen Sie eines, um es zu ändern: Jedes Speichern macht eine Version, und jede Version lässt sich vergleichen und zurückholen.',
      },
      tables: {
        title: 'Tabellen und der Scanner',
        text: 'Tabellen enthalten, was sich von Produkt zu Produkt unterscheidet. Importieren Sie eine als CSV. Danach genügt der Scan eines Produkts: Seine Zeile wird gefunden, und Sie bestätigen das Bild. Der Strichcode oben rechts beginnt es ohne Scanner.',
      },
      alarms: {
        title: 'Alarme und das Journal',
        text: 'Jeder Alarm sagt seine Ursache, was daraus folgt und was zu tun ist. Das Journal bewahrt auf, was geschah und wer es tat. Das ist alles: Probieren Sie es an den virtuellen Druckern.',
      },
    },
  },
  keys: {
    title: 'Tasten',
    text: 'Alles auf diesen Seiten geht ohne Maus.',
    groups: { everywhere: 'Überall', choices: 'Reiter und Auswahlen', label: 'Im Text eines Etiketts', wall: 'Auf der Wandanzeige' },
    everywhere: {
      next: { keys: 'Tab', text: 'zum Nächsten, das man drücken kann; mit Umschalt zum Vorigen' },
      skip: { keys: 'Tab, Eingabe', text: 'gleich nach dem Öffnen einer Seite: am Menü vorbei zum Inhalt' },
      press: { keys: 'Eingabe oder Leertaste', text: 'drückt es' },
      close: { keys: 'Escape', text: 'schließt einen Dialog, ohne etwas zu tun' },
      help: { keys: '?', text: 'zeigt diese Liste, außerhalb von Feldern' },
    },
    choices: {
      move: { keys: 'Pfeiltasten', text: 'zum Reiter daneben oder zur Auswahl darüber und darunter' },
      ends: { keys: 'Pos1, Ende', text: 'zum ersten und zum letzten Reiter' },
    },
    label: {
      save: { keys: 'Strg + S', text: 'speichert das Etikett' },
      undo: { keys: 'Strg + Z', text: 'nimmt das Geschriebene zurück' },
      indent: { keys: 'Tab', text: 'rückt ein' },
      leave: { keys: 'Escape, Tab', text: 'verlässt den Text' },
    },
    wall: {
      pause: { keys: 'Leertaste', text: 'hält an und setzt fort' },
      turn: { keys: 'Pfeil links, Pfeil rechts', text: 'zur Linie davor und danach' },
    },
  },
} satisfies Words<'help'>;
