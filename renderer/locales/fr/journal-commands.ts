import type { Words } from '../translation.ts';

/** What was ordered, by the noun and verb of the station's operations. One that has no words here is told by its name. */
export const journalCommands = {
  backups: { make: 'Sauvegarde demandée' },
  clock: { confirm: 'Horloge confirmée' },
  connections: {
    add: 'Contrôleur connecté',
    rename: 'Connexion renommée',
    order: 'Connexions réordonnées',
    switchEmbedded: 'Contrôleur de cet ordinateur commuté',
    remove: 'Connexion retirée',
    changeKey: 'Clé d’une connexion changée',
    trust: 'Certificat d’un contrôleur accepté',
  },
  counters: { put: 'Compteur enregistré', remove: 'Compteur supprimé', rename: 'Compteur renommé' },
  drafts: { discard: 'Brouillon abandonné' },
  fonts: { remove: 'Police supprimée' },
  labelProofs: { accept: 'Étiquettes acceptées après une mise à jour' },
  labels: { put: 'Étiquette enregistrée', remove: 'Étiquette supprimée', rename: 'Étiquette renommée' },
  lines: { add: 'Ligne créée', change: 'Ligne modifiée', order: 'Lignes réordonnées', remove: 'Ligne retirée' },
  plans: { apply: 'Sélection' },
  preflights: { start: 'Contrôle préalable lancé', remove: 'Contrôle préalable arrêté ou oublié' },
  printing: {
    select: 'Sélection',
    deselect: 'Désélection',
    trigger: 'Déclenchement',
    abort: 'Interruption',
    setConveyor: 'Convoyeur réglé',
    refillInk: 'Encre rechargée',
  },
  prints: { resolve: 'Impression inconnue élucidée', reprint: 'Réimpression', acceptEngineCount: 'Compte de l’imprimante accepté' },
  queue: { reorder: 'File d’attente réordonnée', remove: 'Travail retiré de la file d’attente', seek: 'Retour à un point de reprise' },
  settings: { put: 'Réglages du contrôleur enregistrés', putPrinter: 'Déclenchements de l’imprimante réglés' },
  shiftCodes: { put: 'Code d’équipe enregistré', remove: 'Code d’équipe supprimé', rename: 'Code d’équipe renommé' },
  tables: { editCells: 'Cellule modifiée', remove: 'Table supprimée', rename: 'Table renommée' },
  variables: { put: 'Variable enregistrée', remove: 'Variable supprimée', rename: 'Variable renommée' },
} satisfies Words<'journal'>['commands'];
