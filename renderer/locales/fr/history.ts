import type { Words } from '../translation.ts';

/** Words of the print history and of the last prints. */
export const history = {
  title: 'Historique',
  resolution: 'Résolution',
  MINUTES: 'Minutes',
  HOURS: 'Heures',
  DAYS: 'Jours',
  WEEKS: 'Semaines',
  range: {
    MINUTES: 'les 60 dernières minutes',
    HOURS: 'les 24 dernières heures',
    DAYS: 'les 14 derniers jours',
    WEEKS: 'les 12 dernières semaines',
  },
  total: '{count} imprimés pendant {range}',
  zone: 'Heures de {zone}',
  empty: 'Rien d’imprimé pendant {range}',
  chart: 'Impressions dans le temps',
  from: 'De',
  printed: 'Imprimés',
  loading: 'Lecture de l’historique',
  prints: {
    title: 'Dernières impressions',
    none: 'Rien n’a encore été imprimé.',
    noExtensions: 'Ce contrôleur ne conserve pas d’images de ses impressions.',
    alt: 'Impression {id}',
    more: 'Afficher plus',
    reprint: 'Réimpression',
    state: {
      reserved: 'Réservée',
      sent: 'Envoyée',
      printed: 'Imprimée',
      void: 'Non imprimée',
      unknown: 'Inconnue',
    },
  },
} satisfies Words<'history'>;
