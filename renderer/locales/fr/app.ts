import type { Words } from '../translation.ts';

/** Words of the frame around every page. */
export const app = {
  name: 'Strobe',
  wordsMissing: 'Les textes de la langue choisie n’ont pas pu être chargés. Rechargez la page.',
  skip: 'Aller au contenu',
  navigation: 'Principale',
  nav: {
    monitor: 'Moniteur',
    labels: 'Étiquettes',
    tables: 'Tables',
    variables: 'Variables',
    connections: 'Connexions',
  },
  connection: 'Contrôleur',
  displaySettings: 'Affichage',
  age: {
    seconds: '{n} s',
    minutes: '{n} min',
    hours: '{n} h',
    days: '{n} j',
  },
  station: {
    connecting: 'Connexion au poste en cours',
    lost: 'Le poste ne répond plus depuis {time}.',
    lostDetail: 'Ce que vous voyez date de ce moment. La page se reconnecte seule ; les imprimantes continuent sans elle.',
  },
  safeMode: '{name} fonctionne en mode sans échec après plusieurs pannes et n’affiche que des données. Redémarrez Strobe pour imprimer.',
  clock: {
    doubtful: {
      title: 'Rien ne s’imprime : l’horloge de {name} est peut-être fausse.',
      detail: 'Elle indique {now}, alors que {expected} était attendu ({timeZone}). Confirmez-la si elle est juste, ou réglez-la.',
    },
    stepped: {
      title: 'L’horloge de {name} a été réglée.',
      detail:
        'Elle indique {now}, alors que {expected} était attendu ({timeZone}). Les étiquettes avec une date ne sont pas imprimées tant que vous ne confirmez ou ne réglez pas l’horloge.',
    },
    confirm: 'L’horloge est juste',
  },
  recovery: {
    title: 'Rien ne s’imprime : les données de {name} ont été restaurées.',
    reasons: {
      backup: 'Elles viennent d’une sauvegarde, qui ne sait pas ce qui a été imprimé depuis.',
      older: 'Elles sont plus anciennes que ce qui a été imprimé.',
      other: 'Elles sont d’un autre contrôleur que celui qui a imprimé ici.',
      copied: 'Elles sont la copie d’un dossier de données, qui ignore ce qui a été imprimé depuis.',
      'marks-lost': 'On ne peut plus lire jusqu’où étaient allés les numéros de série.',
    },
    until: 'Elles savent ce qui a été imprimé jusqu’au {moment}.',
    counter: 'Le compteur « {name} » est passé de {from} à {to}, au-delà de tout ce qui a pu être imprimé.',
    ended:
      'Un travail a été terminé : sélectionnez-le de nouveau là où en est la ligne. | {n} travaux ont été terminés : sélectionnez-les de nouveau là où en est la ligne.',
    look: 'Vérifier et confirmer',
    question: 'Imprimer avec les données restaurées de {name} ?',
    consequence:
      'Comparez les compteurs, et les lignes des tables imprimées une à une, avec ce qui figure sur les derniers produits. Les lignes imprimées depuis peuvent l’être encore une fois si elles sont sélectionnées de nouveau.',
    confirm: 'Imprimer avec elles',
    notYet: 'Pas encore',
  },
  signedOut: {
    title: 'Ouvrez Strobe par son adresse de démarrage',
    text: 'Ce navigateur n’est pas connecté au poste. Sur l’ordinateur du poste, faites l’une de ces choses :',
    file: 'Ouvrez ce fichier dans le dossier de données du poste :',
    command:
      'Exécutez cette commande et ouvrez l’adresse qu’elle affiche. Si le dossier de données du poste n’est pas « data », ajoutez --data et le dossier :',
    once: 'Une adresse de démarrage sert une seule fois ; la suivante se trouve ensuite au même endroit. Cette page reprend seule dès que le navigateur est connecté. Les imprimantes ne l’attendent pas.',
  },
  missing: {
    title: 'Cette page n’existe pas',
    text: 'L’adresse ne mène nulle part. Revenez au moniteur et choisissez à partir de là.',
    back: 'Vers le moniteur',
  },
} satisfies Words<'app'>;
