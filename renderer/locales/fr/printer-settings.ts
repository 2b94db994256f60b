import type { Words } from '../translation.ts';

/** Words about how a printer takes its triggers. */
export const printerSettings = {
  title: 'Déclenchements',
  bounceTime: 'Temps minimal entre deux produits, en millisecondes',
  bounceTimeHint: 'De 0 à 60 000. Ce qui déclenche à nouveau pendant ce temps compte comme rebond et n’imprime rien.',
  whenDataIsMissing: 'Quand un produit arrive et qu’il n’y a rien à imprimer',
  gap: 'Le laisser passer et continuer',
  stop: 'Arrêter la ligne jusqu’à une intervention',
  whenDataIsMissingHint: 'Dans les deux cas, il est enregistré comme produit manqué.',
  change: 'Modifier',
  titleOf: 'Déclenchements de {printer}',
  consequence: 'Cela vaut pour {printer} dès le prochain produit.',
  save: 'Enregistrer',
  saved: 'Les déclenchements de {printer} sont réglés.',
  ms: '{n} ms',
} satisfies Words<'printerSettings'>;
