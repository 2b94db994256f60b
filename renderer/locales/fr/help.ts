import type { Words } from '../translation.ts';

/** Words of the help: the tour for the first time, and the keys. */
export const help = {
  title: 'Aide',
  text: 'La visite montre le chemin d’une étiquette à son impression sur les imprimantes virtuelles de cet ordinateur. Rien de réel n’est imprimé.',
  takeTour: 'Faire la visite',
  showKeys: 'Afficher les touches',
  offer: 'Première fois ? Une visite en six étapes montre le chemin jusqu’à la première impression, sur des imprimantes virtuelles.',
  notNow: 'Pas maintenant',
  tour: {
    title: 'Visite, étape {n} sur {count} : {name}',
    back: 'Retour',
    next: 'Suivant',
    end: 'Terminer la visite',
    done: 'La visite est terminée. Elle peut être refaite à partir de l’affichage.',
    steps: {
      monitor: {
        title: 'Le moniteur',
        text: 'Chaque imprimante a une tuile : son état en un mot, l’image de la prochaine impression, le compte et l’âge de ce que vous voyez. Une couleur veut dire que quelque chose a besoin de vous. Touchez le nom d’une imprimante pour continuer, ou Suivant.',
      },
      printer: {
        title: 'Une imprimante',
        text: 'Sélectionnez ici une étiquette sous « Sélectionner », avec une ligne de table là où l’étiquette en demande une. Vous voyez exactement ce qui s’imprimera avant de dire oui. Appuyez ensuite sur Déclencher : chaque appui est un produit.',
      },
      stop: {
        title: 'Arrêter',
        text: 'Interrompre est toujours au même endroit sur la page d’une imprimante, et rien ne le recouvre. Il met fin au travail d’impression ; ce n’est pas un arrêt d’urgence. Ce qui a été imprimé jusque-là reste dans la liste des dernières impressions.',
      },
      labels: {
        title: 'Étiquettes',
        text: 'Les étiquettes se montrent telles qu’elles s’impriment. Ouvrez-en une pour la modifier : chaque enregistrement fait une version, et chaque version peut être comparée et reprise.',
      },
      tables: {
        title: 'Les tables et le scanner',
        text: 'Les tables contiennent ce qui change d’un produit à l’autre. Importez-en une en CSV. Ensuite, le scan d’un produit suffit : sa ligne est trouvée, et vous confirmez l’image. Le code-barres en haut à droite permet de commencer sans scanner.',
      },
      alarms: {
        title: 'Les alarmes et le journal',
        text: 'Chaque alarme dit sa cause, ce qui s’ensuit et que faire. Le journal garde ce qui s’est passé, et qui l’a fait. C’est tout : essayez sur les imprimantes virtuelles.',
      },
    },
  },
  keys: {
    title: 'Touches',
    text: 'Tout sur ces pages se fait sans souris.',
    groups: { everywhere: 'Partout', choices: 'Onglets et choix', label: 'Dans le texte d’une étiquette', wall: 'Sur l’écran mural' },
    everywhere: {
      next: { keys: 'Tab', text: 'vers la prochaine chose à presser ; avec Maj vers la précédente' },
      skip: { keys: 'Tab, Entrée', text: 'juste après l’ouverture d’une page : au contenu, sans la navigation' },
      press: { keys: 'Entrée ou Espace', text: 'la presse' },
      close: { keys: 'Échap', text: 'ferme un dialogue sans rien faire' },
      help: { keys: '?', text: 'affiche cette liste, hors des champs' },
    },
    choices: {
      move: { keys: 'Flèches', text: 'vers l’onglet voisin, ou le choix au-dessus et au-dessous' },
      ends: { keys: 'Début, Fin', text: 'vers le premier et le dernier onglet' },
    },
    label: {
      save: { keys: 'Ctrl + S', text: 'enregistre l’étiquette' },
      undo: { keys: 'Ctrl + Z', text: 'annule ce qui a été écrit' },
      indent: { keys: 'Tab', text: 'met en retrait' },
      leave: { keys: 'Échap, Tab', text: 'quitte le texte' },
    },
    wall: {
      pause: { keys: 'Espace', text: 'pause et reprise' },
      turn: { keys: 'Flèche gauche, flèche droite', text: 'vers la ligne précédente et suivante' },
    },
  },
} satisfies Words<'help'>;
