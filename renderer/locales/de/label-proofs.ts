import type { Words } from '../translation.ts';

/** Words of the page that shows what an update changed in the labels. */
export const labelProofs = {
  title: 'Etiketten nach dem Update',
  back: 'Zurück zu den Etiketten',
  notice:
    'Nach dem Update auf {version} ist 1 von {labels} Etiketten nicht wie zuvor | Nach dem Update auf {version} sind {n} von {labels} Etiketten nicht wie zuvor',
  noticeText:
    'Es druckt so, wie es jetzt gezeichnet wird. Sehen Sie es an, bevor es gedruckt wird. | Sie drucken so, wie sie jetzt gezeichnet werden. Sehen Sie sie an, bevor sie gedruckt werden.',
  look: 'Ansehen | Ansehen',
  none: 'Es ist nichts mehr anzusehen',
  noneText: 'Hier stehen Etiketten, die Version {version} des Controllers anders zeichnet als die Version davor.',
  running:
    'Alle Etiketten werden im Hintergrund neu gezeichnet: 1 fehlt noch | Alle Etiketten werden im Hintergrund neu gezeichnet: {n} fehlen noch',
  progress: 'Neu gezeichnete Etiketten',
  accept: 'Annehmen',
  acceptOne: 'Das Etikett {name} so annehmen, wie es jetzt gezeichnet wird',
  acceptAll: 'Annehmen | Alle {n} annehmen',
  accepted: '1 Etikett angenommen | {n} Etiketten angenommen',
  compared: 'Version {before} des Controllers neben {version}, neu gezeichnet {moment}',
  fontReplaced: 'Eine Schrift dieses Etiketts wurde inzwischen ersetzt: auch das kann es verändert haben.',
  stillRefused: 'Es lässt sich nicht auswählen, bis sein Test besteht.',
  picture: 'Was sich in {name} geändert hat',
  both: 'in beiden',
  before: 'nur vor dem Update',
  after: 'nur jetzt',
  noExtension: 'Dieser Controller vergleicht seine Etiketten nicht',
  noExtensionText: 'Das ist eine Erweiterung von Strobe, die dieser Controller nicht hat.',
  outcomes: {
    changed: 'Anders gezeichnet',
    'test-failed': 'Ein Test schlägt fehl',
    'not-drawn': 'Lässt sich nicht mehr zeichnen',
    same: 'Wie zuvor',
  },
} satisfies Words<'labelProofs'>;
