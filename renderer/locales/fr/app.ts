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
        'Elle indique {now}, alors que {expected} était attendu ({timeZone}). Les étiquettes en tirent leurs dates : confirmez-la si elle est juste, ou réglez-la.',
    },
    confirm: 'L’horloge est juste',
  },
  missing: {
    title: 'Cette page n’existe pas',
    text: 'L’adresse ne mène nulle part. Revenez au moniteur et choisissez à partir de là.',
    back: 'Vers le moniteur',
  },
} satisfies Words<'app'>;
