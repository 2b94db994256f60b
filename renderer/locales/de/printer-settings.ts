import type { Words } from '../translation.ts';

/** Words about how a printer takes its triggers. */
export const printerSettings = {
  title: 'Auslöser',
  bounceTime: 'Kürzeste Zeit zwischen zwei Produkten, in Millisekunden',
  bounceTimeHint: 'Von 0 bis 60 000. Was in dieser Zeit noch einmal auslöst, gilt als Doppelauslösung und druckt nichts.',
  whenDataIsMissing: 'Wenn ein Produkt kommt und nichts zu drucken da ist',
  gap: 'Durchlassen und weiterlaufen',
  stop: 'Linie anhalten, bis jemand eingreift',
  whenDataIsMissingHint: 'In beiden Fällen wird es als Produkt ohne Druck erfasst.',
  change: 'Ändern',
  titleOf: 'Auslöser von {printer}',
  consequence: 'Es gilt für {printer} ab dem nächsten Produkt.',
  save: 'Speichern',
  saved: 'Die Auslöser von {printer} sind eingestellt.',
  ms: '{n} ms',
} satisfies Words<'printerSettings'>;
