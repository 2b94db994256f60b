import type { Words } from '../translation.ts';

/** Words of the print history and of the last prints. */
export const history = {
  title: 'Verlauf',
  resolution: 'Auflösung',
  MINUTES: 'Minuten',
  HOURS: 'Stunden',
  DAYS: 'Tage',
  WEEKS: 'Wochen',
  chart: 'Drucke über der Zeit',
  loading: 'Verlauf wird gelesen',
  prints: {
    title: 'Letzte Drucke',
    none: 'Es wurde noch nichts gedruckt.',
    noExtensions: 'Dieser Controller bewahrt keine Bilder seiner Drucke auf.',
    alt: 'Druck {id}',
    more: 'Mehr zeigen',
    reprint: 'Nachdruck',
    state: {
      reserved: 'Reserviert',
      sent: 'Gesendet',
      printed: 'Gedruckt',
      void: 'Nicht gedruckt',
      unknown: 'Unbekannt',
    },
  },
} satisfies Words<'history'>;
