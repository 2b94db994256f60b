import type { Words } from '../translation.ts';

/** Words of the print history and of the last prints. */
export const history = {
  title: 'Verlauf',
  resolution: 'Auflösung',
  MINUTES: 'Minuten',
  HOURS: 'Stunden',
  DAYS: 'Tage',
  WEEKS: 'Wochen',
  range: {
    MINUTES: 'den letzten 60 Minuten',
    HOURS: 'den letzten 24 Stunden',
    DAYS: 'den letzten 14 Tagen',
    WEEKS: 'den letzten 12 Wochen',
  },
  total: '{count} gedruckt in {range}',
  zone: 'Zeiten von {zone}',
  empty: 'Nichts gedruckt in {range}',
  chart: 'Drucke über der Zeit',
  from: 'Von',
  printed: 'Gedruckt',
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
