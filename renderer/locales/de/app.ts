import type { Words } from '../translation.ts';

/** Words of the frame around every page. */
export const app = {
  name: 'Strobe',
  wordsMissing: 'Die Texte der gewählten Sprache konnten nicht geladen werden. Laden Sie die Seite neu.',
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptmenü',
  nav: {
    monitor: 'Monitor',
    labels: 'Etiketten',
    tables: 'Tabellen',
    variables: 'Variablen',
    connections: 'Verbindungen',
  },
  connection: 'Controller',
  displaySettings: 'Anzeige',
  age: {
    seconds: '{n} s',
    minutes: '{n} min',
    hours: '{n} h',
    days: '{n} d',
  },
  station: {
    connecting: 'Verbindung zur Station wird aufgebaut',
    lost: 'Die Station antwortet seit {time} nicht.',
    lostDetail: 'Was Sie sehen, ist von da. Die Seite verbindet sich von selbst wieder; die Drucker laufen ohne sie weiter.',
  },
  safeMode: '{name} läuft nach mehreren Abstürzen im abgesicherten Modus und zeigt nur Daten. Zum Drucken Strobe neu starten.',
  clock: {
    doubtful: {
      title: 'Es wird nichts gedruckt: Die Uhr von {name} geht vielleicht falsch.',
      detail:
        'Sie zeigt {now}, erwartet wurde {expected} ({timeZone}). Bestätigen Sie sie, wenn sie richtig geht, oder stellen Sie sie richtig.',
    },
    stepped: {
      title: 'Die Uhr von {name} wurde gestellt.',
      detail:
        'Sie zeigt {now}, erwartet wurde {expected} ({timeZone}). Etiketten mit Datum werden erst gedruckt, wenn Sie die Uhr bestätigen oder richtig stellen.',
    },
    confirm: 'Die Uhr geht richtig',
  },
  recovery: {
    title: 'Es wird nichts gedruckt: Die Daten von {name} wurden wiederhergestellt.',
    reasons: {
      backup: 'Sie stammen aus einer Sicherung, die nicht weiß, was seitdem gedruckt wurde.',
      older: 'Sie sind älter als das, was gedruckt wurde.',
      other: 'Sie gehören zu einem anderen Controller als dem, der hier gedruckt hat.',
      copied: 'Sie sind die Kopie eines Datenordners, die nicht weiß, was seitdem gedruckt wurde.',
      'marks-lost': 'Wie weit die Seriennummern waren, lässt sich nicht mehr lesen.',
    },
    until: 'Sie wissen, was bis {moment} gedruckt wurde.',
    counter: 'Der Zähler „{name}“ ging von {from} auf {to} weiter, über alles hinaus, was gedruckt worden sein kann.',
    ended:
      'Ein Auftrag wurde beendet: Wählen Sie ihn ab dem Stand der Linie neu. | {n} Aufträge wurden beendet: Wählen Sie sie ab dem Stand der Linie neu.',
    look: 'Ansehen und bestätigen',
    question: 'Aus den wiederhergestellten Daten von {name} drucken?',
    consequence:
      'Vergleichen Sie die Zähler, und die Zeilen der Tabellen, die einzeln gedruckt werden, mit dem, was auf den letzten Produkten steht. Seitdem gedruckte Zeilen können noch einmal gedruckt werden, wenn sie noch einmal gewählt werden.',
    confirm: 'Daraus drucken',
    notYet: 'Noch nicht',
  },
  signedOut: {
    title: 'Öffnen Sie Strobe über die Startadresse',
    text: 'Dieser Browser ist an der Station nicht angemeldet. Tun Sie am Rechner der Station eines davon:',
    file: 'Öffnen Sie diese Datei im Datenordner der Station:',
    command:
      'Führen Sie diesen Befehl aus und öffnen Sie die Adresse, die er ausgibt. Hat die Station einen anderen Datenordner als „data“, fügen Sie --data und den Ordner hinzu:',
    once: 'Eine Startadresse gilt einmal; danach liegt die nächste am selben Ort. Diese Seite geht von selbst weiter, sobald der Browser angemeldet ist. Die Drucker warten nicht darauf.',
  },
  missing: {
    title: 'Diese Seite gibt es nicht',
    text: 'Die Adresse führt ins Leere. Gehen Sie zurück zum Monitor und wählen Sie dort.',
    back: 'Zum Monitor',
  },
} satisfies Words<'app'>;
