import type { Words } from '../translation.ts';

/** Words of the panels about shift codes. */
export const shiftCodes = {
  title: 'Codes d’équipe',
  new: 'Nouveau code d’équipe',
  none: 'Pas encore de codes d’équipe',
  noneText: 'Un code d’équipe imprime un autre texte à chaque équipe. Créez-en un et imprimez-le par son code.',
  noExtension: 'Ce contrôleur n’a pas de codes d’équipe à lui',
  name: 'Code d’équipe',
  nameHint: 'Les étiquettes l’impriment par {code}',
  prints: 'Imprime maintenant',
  edit: 'Modifier le code d’équipe « {name} »',
  newTitle: 'Nouveau code d’équipe',
  time: 'À partir de',
  code: 'Imprime',
  add: 'Ajouter une équipe',
  drop: 'Retirer l’équipe de {time}',
  now: 'Imprime maintenant, à l’heure de {zone}',
  change: '{day} {time} : {code}',
  noChange: 'Il imprime la même chose toute la journée.',
  description: 'Description',
  save: 'Enregistrer',
  saved: 'Le code d’équipe « {name} » est enregistré.',
  delete: 'Supprimer',
  removal: {
    title: 'Supprimer le code d’équipe « {name} » ?',
    text: 'Les étiquettes qui l’impriment ne pourront plus être sélectionnées.',
    confirm: 'Supprimer',
  },
  removed: 'Le code d’équipe « {name} » est supprimé.',
  discard: {
    title: 'Abandonner votre saisie ?',
    text: '« {name} » reste tel qu’il est enregistré.',
    confirm: 'Abandonner',
    cancel: 'Continuer la saisie',
  },
  faults: {
    time: 'Une heure est nécessaire ici, par exemple 06:00.',
    code: 'Un texte est nécessaire ici.',
    twice: 'Une autre équipe commence à cette heure.',
    name: {
      missing: 'Un nom est nécessaire ici.',
      taken: 'Il y a déjà un code d’équipe de ce nom.',
      control: 'Un nom n’a ni saut de ligne ni caractère de commande.',
      tooLong: 'Un nom a 255 caractères au plus.',
    },
  },
} satisfies Words<'shiftCodes'>;
