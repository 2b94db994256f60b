import type { Words } from '../translation.ts';

/** Words of alarms. */
export const alarms = {
  pageTitle: 'Alarme und Journal',
  title: 'Alarme',
  tabs: 'Alarme und Journal',
  tab: 'Aktuelle Alarme',
  priorities: { critical: 'Kritisch', high: 'Hoch', medium: 'Mittel', low: 'Niedrig' },
  kinds: {
    'printer-error': {
      title: 'Drucker in Störung',
      cause: 'Der Drucker meldet eine Störung und hat angehalten.',
      consequence: 'Auf {printer} wird nichts gedruckt; Produkte laufen ohne Kennzeichnung durch.',
      action: 'Ursache am Drucker beseitigen. Er läuft von selbst weiter, sonst mit seiner Starttaste.',
    },
    'line-stopped': {
      title: 'Linie steht, bis jemand eingreift',
      cause: 'Der Controller hat das Drucken auf dieser Linie angehalten.',
      consequence: 'Auf {printer} wird nichts gedruckt, obwohl der Drucker bereit ist.',
      action: 'Produkte ohne Kennzeichnung entnehmen. Danach neu auswählen oder den Druck abbrechen.',
    },
    'ink-empty': {
      title: 'Tinte ist leer: {subject}',
      cause: 'Die Tintenversorgung {subject} ist aufgebraucht.',
      consequence: 'Auf {printer} wird nichts gedruckt; Produkte laufen ohne Kennzeichnung durch.',
      action: 'Neue Kartusche einsetzen. Die letzten Produkte prüfen: Ihr Druck kann blass sein.',
    },
    'ink-error': {
      title: 'Tintenversorgung gestört: {subject}',
      cause: 'Die Tintenversorgung {subject} meldet eine Störung.',
      consequence: 'Drucke auf {printer} können blass sein oder Lücken haben.',
      action: 'Die letzten Drucke und die Tintenversorgung prüfen.',
    },
    'ink-low': {
      title: 'Tinte geht zur Neige: {subject}',
      cause: 'In der Tintenversorgung {subject} ist nur noch wenig Tinte.',
      consequence: '{printer} hält an, wenn sie leer ist.',
      action: 'Neue Kartusche bereitlegen und in der nächsten Pause wechseln.',
    },
    'ink-warning': {
      title: 'Tintenversorgung braucht Pflege: {subject}',
      cause: 'Die Tintenversorgung {subject} gibt eine Warnung aus.',
      consequence: '{printer} druckt vorerst weiter.',
      action: 'Bei Gelegenheit danach sehen.',
    },
    'product-missed': {
      title: 'Ein Produkt blieb ohne Kennzeichnung',
      cause: 'Ein Produkt kam, und sein Druck war nicht möglich.',
      consequence: 'Mindestens ein Produkt von {printer} trägt keinen Druck.',
      action: 'Das Produkt suchen und entnehmen. Beheben, was hier genannt ist, dann fortfahren.',
    },
    'prints-unknown': {
      title: 'Wurde gedruckt? Das ist nicht bekannt',
      cause: 'Die Verbindung brach ab, während gedruckt wurde.',
      consequence: 'Produkte von {printer} tragen vielleicht keinen Druck, und der Zählerstand bleibt offen.',
      action: 'Die Produkte ansehen und für jeden Druck angeben, was aus ihm wurde.',
    },
    'count-differs': {
      title: 'Der Drucker zählt anders',
      cause: 'Der Drucker hat eine andere Zahl von Kennzeichnungen gemacht, als seine Drucke erklären.',
      consequence: 'Einige Kennzeichnungen auf {printer} sind nicht erfasst, oder sein Zähler wurde zurückgesetzt.',
      action: 'Den Grund klären, dann den Zählerstand übernehmen.',
    },
    'ledger-differs': {
      title: 'Drucknachweis stimmt nicht überein',
      cause: 'Was der Controller {controller} gezählt und was er gespeichert hat, ist nicht dasselbe.',
      consequence: 'Zählerstände und Verlauf von {controller} können falsch sein.',
      action: 'Den Service verständigen und ihm das Protokoll des Controllers geben.',
    },
    'printer-warning': {
      title: 'Der Drucker bittet um Aufmerksamkeit',
      cause: 'Der Drucker meldet einen Fehler und arbeitet weiter.',
      consequence: '{printer} kann anhalten oder schlechter drucken, wenn sich niemand darum kümmert.',
      action: 'Noch in dieser Schicht nach dem Drucker sehen.',
    },
    'printer-stale': {
      title: 'Keine Daten vom Drucker',
      cause: 'Der Controller antwortet, aber nicht für diesen Drucker.',
      consequence: 'Hier ist nicht zu sehen, was {printer} tut. Er druckt vielleicht weiter.',
      action: 'Am Drucker selbst nachsehen: Strom und Kabel zum Controller.',
    },
    'controller-lost': {
      title: 'Controller antwortet nicht',
      cause: '{controller} ist nicht erreichbar.',
      consequence: 'Seine Drucker drucken vielleicht weiter und sind von hier weder zu sehen noch anzuhalten.',
      action: 'Strom und Netzwerk prüfen. Im Zweifel die Drucker an der Linie anhalten.',
    },
    'controller-refused': {
      title: 'Ein anderer Controller antwortet',
      cause: 'Unter der Adresse von {controller} antwortet nicht der bekannte Controller.',
      consequence: 'Er wird nicht zugelassen: Über ihn ist nichts zu sehen und nichts zu drucken.',
      action: 'Die Adresse prüfen. Ist der neue Controller der richtige, die Verbindung entfernen und neu hinzufügen.',
    },
    'controller-untrusted': {
      title: 'Dem Zertifikat wird nicht vertraut',
      cause: '{controller} zeigt ein Zertifikat, dem niemand vertraut hat, ein anderes als bisher oder ein abgelaufenes.',
      consequence: 'Ihm wird nichts gesendet: Über ihn ist nichts zu sehen und nichts zu drucken. Seine Drucker drucken vielleicht weiter.',
      action:
        'Das Zertifikat unter Verbindungen vergleichen und ihm vertrauen, wenn es das richtige ist. Ein abgelaufenes muss auf dem Controller ersetzt werden.',
    },
    'controller-locked': {
      title: 'Der Schlüssel wird nicht angenommen',
      cause: '{controller} nimmt den Schlüssel dieser Station nicht an: Er wurde widerrufen, ist abgelaufen oder erlaubt das Lesen nicht.',
      consequence: 'Von hier ist über ihn nichts zu sehen und nichts zu drucken. Seine Drucker drucken vielleicht weiter.',
      action: 'Einen neuen Schlüssel für diese Station anlegen lassen und ihn unter Verbindungen der Verbindung geben.',
    },
    'controller-safe-mode': {
      title: 'Controller im abgesicherten Modus',
      cause: '{controller} ist mehrmals nacheinander abgestürzt.',
      consequence: 'Er zeigt nur Daten: Mit ihm wird nichts gedruckt.',
      action: 'Die Ursache beseitigen, dann neu starten. Sein Protokoll nennt die Ursache.',
    },
    'controller-disk-full': {
      title: 'Datenträger des Controllers ist voll',
      cause: 'Auf dem Datenträger von {controller} ist kein Platz mehr.',
      consequence: 'Mit ihm wird nichts gedruckt, bis wieder Platz ist.',
      action: 'Auf diesem Datenträger Platz schaffen. Danach geht es von selbst weiter.',
    },
    'controller-disk-read-only': {
      title: 'Datenträger des Controllers ist schreibgeschützt',
      cause: 'Auf den Datenträger von {controller} kann nicht mehr geschrieben werden.',
      consequence: 'Mit ihm wird nichts gedruckt, bis wieder geschrieben werden kann.',
      action:
        'Datenträger prüfen lassen: Nach einem Fehler sperrt der Rechner ihn oft. Sobald er wieder beschreibbar ist, geht es von selbst weiter.',
    },
    'controller-drawing-down': {
      title: 'Etiketten können nicht gezeichnet werden',
      cause: 'Der Teil von {controller}, der Etiketten zeichnet, fällt immer wieder aus.',
      consequence: 'Auf seinen Druckern kann nichts gewählt und nichts gedruckt werden.',
      action:
        'Zuletzt installierte Schriften entfernen. Bleibt es dabei, den Controller neu starten. Der Alarm endet von selbst, sobald wieder gezeichnet wird.',
    },
    'controller-files-exhausted': {
      title: 'Controller kann keine weiteren Dateien öffnen',
      cause: '{controller} hat so viele Dateien und Verbindungen offen, wie sein Rechner zulässt.',
      consequence: 'Mit ihm wird nichts gedruckt, bis wieder Dateien geöffnet werden können.',
      action:
        'Programme suchen, die viele Verbindungen zu ihm halten, oder seine Grenze für offene Dateien erhöhen. Danach geht es von selbst weiter.',
    },
    'controller-log-stuck': {
      title: 'Datenbank des Controllers wird aufgehalten',
      cause: 'Ein anderes Programm liest die Datenbank von {controller} schon zu lange.',
      consequence: 'Ihr Protokoll wächst; ist der Datenträger voll, wird nichts mehr gedruckt.',
      action: 'Auf diesem Rechner das Programm beenden, das die Datenbank liest. Danach geht es von selbst weiter.',
    },
    'controller-folder-lost': {
      title: 'Datenordner ist weg',
      cause:
        'Der Datenordner des Controllers {controller} wurde verschoben, gelöscht oder ersetzt, oder sein Datenträger ist nicht eingehängt.',
      consequence:
        'Auf seinen Druckern wird nichts gedruckt. Drucke der letzten Sekunden davor können auf Produkten sein und in keiner Aufzeichnung.',
      action:
        'Legen Sie den Ordner an seinen Platz zurück, oder hängen Sie den Datenträger wieder ein: Der Controller startet von selbst. Vergleichen Sie dann die letzten Produkte mit den aufgezeichneten Drucken.',
    },
    'content-unusable': {
      title: 'Gespeichert, aber nicht verwendbar: {subject}',
      cause: '{controller} hat es in einer Form gespeichert, die seine Version nicht lesen kann.',
      consequence: 'Es wurde beiseitegelegt: Nichts wird gedruckt, was es braucht. Alles andere funktioniert.',
      action: 'Ersetzen oder löschen Sie es, oder installieren Sie die Version, die es gespeichert hat.',
    },
    'clock-doubtful': {
      title: 'Die Uhr des Controllers geht vielleicht falsch',
      cause: 'Die Uhr von {controller} ist um mehr als einen Tag gesprungen.',
      consequence: 'Mit ihm wird nichts gedruckt, damit kein Produkt ein falsches Datum erhält.',
      action: 'Die Uhr richtig stellen oder, wenn sie richtig geht, oben auf der Seite bestätigen.',
    },
    'clock-stepped': {
      title: 'Die Uhr des Controllers wurde gestellt',
      cause: 'Jemand hat die Uhr von {controller} gestellt.',
      consequence:
        'Etiketten mit Datum werden erst gedruckt, wenn die Uhr richtig gestellt oder bestätigt ist. Andere Etiketten werden gedruckt.',
      action: 'Mit einer Uhr vergleichen. Oben auf der Seite bestätigen oder richtig stellen.',
    },
    'dates-stopped': {
      title: 'Etiketten mit Datum sind angehalten',
      cause: 'Die Uhr von {controller} wurde gestellt, und der Auftrag auf {printer} druckt ein Datum, eine Uhrzeit oder eine Schicht.',
      consequence: 'Auf {printer} wird nichts gedruckt; Produkte laufen ohne Aufdruck durch.',
      action: 'Die Uhr mit einer anderen vergleichen. Oben auf der Seite bestätigen oder richtig stellen.',
    },
  },
  cause: 'Ursache',
  consequence: 'Folge',
  action: 'Was zu tun ist',
  actionThen: 'Was zu tun war',
  ended: 'Es ist vorbei. Solange es anhielt, galt:',
  since: 'Seit {time}',
  over: 'Vorbei seit {time}',
  ago: 'vor {age}',
  firstSeen: 'Zuerst um {time}',
  repeats: 'Kam einmal wieder | Kam {n}-mal wieder',
  lastKnown: 'Letzter bekannter Stand: Der Controller antwortet zurzeit nicht.',
  seenBy: 'Gesehen von {by}, {time}',
  groups: {
    open: 'Zu quittieren',
    seen: 'Quittiert und noch vorhanden',
    shelved: 'Zurückgestellt',
  },
  none: {
    title: 'Keine Alarme',
    text: 'Jeder Controller antwortet, und kein Drucker verlangt etwas. Was vorher war, steht im Journal.',
    watched: 'Überwacht: {printers} an {controllers}.',
    printers: '1 Drucker | {n} Drucker',
    controllers: '1 Controller | {n} Controllern',
  },
  acknowledge: 'Quittieren',
  acknowledgeAll: 'Diese {n} quittieren',
  open: {
    printer: '{printer} öffnen',
    connections: 'Verbindungen öffnen',
  },
  shelve: {
    action: 'Zurückstellen',
    title: '„{alarm}“ zurückstellen?',
    detail: 'Der Alarm zählt solange oben auf der Seite nicht mit und wird danach erneut gemeldet. Er bleibt mit Ihrem Grund im Journal.',
    confirm: 'Zurückstellen',
    hint: 'Zum Beispiel: Kartusche ist unterwegs',
    duration: 'Wie lange',
    minutes: '{n} min',
    hours: '{n} h',
    done: 'Zurückgestellt: {alarm}',
    until: 'Zurückgestellt bis {time}: {reason} ({by})',
    back: 'Zurückholen',
  },
  indicator: {
    none: 'Keine Alarme',
    some: '1 Alarm, {priority} | {n} Alarme, höchster {priority} ({worst})',
    seen: 'alle quittiert',
  },
  ofPrinter: 'Alarme von {printer}',
} satisfies Words<'alarms'>;
