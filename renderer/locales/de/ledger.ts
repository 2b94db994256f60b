import type { Words } from '../translation.ts';

/** Words of what only a person can say about prints. */
export const ledger = {
  unknown: {
    title: 'Wurde er gedruckt? 1 Druck ist ungeklärt | Wurden sie gedruckt? {n} Drucke sind ungeklärt',
    text: 'Die Verbindung zum Drucker oder der Controller fiel aus, während diese Drucke liefen. Sehen Sie die Produkte an, vom ersten bis zum letzten, und geben Sie es an. Von selbst wird nichts noch einmal gedruckt.',
    hint: 'Zum Beispiel: auf dem Produkt gesehen',
    printed: {
      action: 'Wurde gedruckt',
      title: 'Wurde „{print}“ auf {printer} gedruckt?',
      detail: 'Er zählt ab jetzt als gedruckt, und seine Seriennummer ist auf einem Produkt. Das bleibt mit Ihrem Grund im Nachweis.',
      done: 'Gedruckt: {print}',
    },
    void: {
      action: 'Wurde nicht gedruckt',
      title: 'Wurde „{print}“ auf {printer} nicht gedruckt?',
      detail: 'Er zählt ab jetzt als nicht gedruckt; seine Seriennummer wird nie wieder verwendet. Das bleibt mit Ihrem Grund im Nachweis.',
      done: 'Nicht gedruckt: {print}',
    },
  },
  gaps: {
    title: 'Produkte ohne Druck',
    text: 'Ein Auslöser kam, und es konnte nichts gedruckt werden. Dafür wurde keine Seriennummer verbraucht.',
    more: 'Mehr zeigen',
  },
  reprint: {
    action: 'Nachdrucken',
    title: '„{print}“ noch einmal auf {printer} drucken?',
    detail:
      'Es wird sofort gedruckt: dasselbe Bild mit derselben Seriennummer; keine Zeile und kein Zähler geht weiter. Entnehmen Sie das erste, damit nicht zwei Produkte dasselbe tragen. Es bleibt mit Ihrem Grund im Nachweis.',
    hint: 'Zum Beispiel: Etikett war zerrissen',
    done: 'Auf {printer} nachgedruckt: {print}',
  },
  count: {
    title: 'Der Drucker zählt anders',
    text: 'Nach eigener Zählung hat {printer} eine andere Zahl von Kennzeichnungen gemacht, als die Drucke dieses Controllers erklären. Vielleicht hat jemand von Hand gedruckt oder den Zähler zurückgesetzt. Klären Sie den Grund, dann übernehmen Sie den Zählerstand.',
    counted: 'Kennzeichnungen laut Drucker',
    explained: 'Durch Drucke erklärt',
    action: 'Zählerstand übernehmen',
    hint: 'Zum Beispiel: Probedrucke von Hand nach der Reinigung',
    confirmTitle: 'Zählerstand von {printer} übernehmen?',
    confirmDetail:
      'Seine {counted} Kennzeichnungen gelten als richtig; {explained} davon sind durch Drucke erklärt. Das bleibt mit Ihrem Grund im Nachweis.',
    done: 'Der Zählerstand von {printer} ist übernommen',
  },
} satisfies Words<'ledger'>;
