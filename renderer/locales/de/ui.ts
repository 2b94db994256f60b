import type { Words } from '../translation.ts';

/** Words of the plain components. */
export const ui = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  clearSearch: 'Suche leeren',
  dismiss: 'Ausblenden',
  loading: 'Lädt',
  notices: 'Hinweise',
  noPicture: 'Kein Bild',
  pictureFailed: 'Das Bild kann nicht gezeigt werden',
  tryAgain: 'Erneut versuchen',
  reason: {
    label: 'Grund',
    hint: 'Er steht im Journal.',
    missing: 'Hier fehlt ein Grund: Er bleibt im Nachweis.',
    tooLong: 'Höchstens {n} Zeichen.',
  },
  number: {
    missing: 'Hier fehlt eine Zahl.',
    notANumber: 'Das ist keine Zahl.',
    notWhole: 'Hier sind nur ganze Zahlen möglich.',
    tooSmall: 'Mindestens {min}.',
    tooBig: 'Höchstens {max}.',
  },
} satisfies Words<'ui'>;
