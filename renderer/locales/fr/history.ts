import type { Words } from '../translation.ts';

/** Words of the print history and of the last prints. */
export const history = {
  title: 'Historique',
  resolution: 'Résolution',
  MINUTES: 'Minutes',
  HOURS: 'Heures',
  DAYS: 'Jours',
  WEEKS: 'Semaines',
  chart: 'Impressions dans le temps',
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
