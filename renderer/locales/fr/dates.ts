import type { Words } from '../translation.ts';

/** Words of the panel about dates. */
export const dates = {
  title: 'Dates',
  intro: 'Comment ce contrôleur forme les dates. Un changement vaut pour les impressions qui suivent ; ce qui est imprimé garde ses dates.',
  noExtension: 'Ce contrôleur ne dit pas comment il forme les dates',
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Toutes les dates, les équipes et l’historique suivent son heure. Par exemple Europe/Paris.',
  monthEnd: 'Fin de mois',
  monthEndHint: 'Ce qui s’imprime un mois après le 31 janvier.',
  monthEnds: { end: 'Le dernier jour de février', spill: 'Déborde sur mars' },
  dayStart: 'Le jour de production commence à',
  dayStartHint: 'Avant cette heure, les dates sont celles de la veille. Les heures et minutes ne changent pas.',
  example: 'Aujourd’hui s’imprime {today} à {zone}. 31 janvier 2027 + 1 mois donne {month}.',
  save: 'Enregistrer',
  saved: 'Les réglages des dates sont enregistrés.',
  faults: {
    timeZone: 'Ce fuseau horaire n’existe pas. Un exemple : Europe/Paris.',
    dayStart: 'Une heure est nécessaire ici, par exemple 06:00.',
  },
} satisfies Words<'dates'>;
