import type { Words } from '../translation.ts';

/** Words of alarms. */
export const alarms = {
  pageTitle: 'Alarmes et journal',
  title: 'Alarmes',
  tabs: 'Alarmes et journal',
  tab: 'Alarmes en cours',
  priorities: { critical: 'Critique', high: 'Haute', medium: 'Moyenne', low: 'Basse' },
  kinds: {
    'printer-error': {
      title: 'Imprimante en défaut',
      cause: 'L’imprimante signale un défaut et s’est arrêtée.',
      consequence: 'Rien n’est imprimé sur {printer} ; les produits passent sans marquage.',
      action: 'Éliminez la cause sur l’imprimante. Elle repart seule, ou par sa touche de démarrage.',
    },
    'line-stopped': {
      title: 'Ligne arrêtée jusqu’à une intervention',
      cause: 'Le contrôleur a arrêté l’impression sur cette ligne.',
      consequence: 'Rien n’est imprimé sur {printer}, bien que l’imprimante soit prête.',
      action: 'Retirez les produits sans marquage. Sélectionnez ensuite à nouveau, ou interrompez.',
    },
    'ink-empty': {
      title: 'Encre épuisée : {subject}',
      cause: 'La réserve d’encre {subject} est vide.',
      consequence: 'Rien n’est imprimé sur {printer} ; les produits passent sans marquage.',
      action: 'Mettez une cartouche neuve. Contrôlez les derniers produits : leur impression peut être pâle.',
    },
    'ink-error': {
      title: 'Réserve d’encre en défaut : {subject}',
      cause: 'La réserve d’encre {subject} signale un défaut.',
      consequence: 'Les impressions de {printer} peuvent être pâles ou incomplètes.',
      action: 'Contrôlez les dernières impressions et la réserve d’encre.',
    },
    'ink-low': {
      title: 'Niveau d’encre bas : {subject}',
      cause: 'Il reste peu d’encre dans la réserve {subject}.',
      consequence: '{printer} s’arrête quand elle est vide.',
      action: 'Préparez une cartouche neuve et changez-la à la prochaine pause.',
    },
    'ink-warning': {
      title: 'Réserve d’encre à surveiller : {subject}',
      cause: 'La réserve d’encre {subject} émet un avertissement.',
      consequence: '{printer} continue d’imprimer pour le moment.',
      action: 'Vérifiez-la dès que possible.',
    },
    'product-missed': {
      title: 'Un produit est passé sans marquage',
      cause: 'Un produit est arrivé et son impression n’a pas pu se faire.',
      consequence: 'Au moins un produit de {printer} ne porte aucune impression.',
      action: 'Trouvez le produit et retirez-le. Corrigez ce qui est indiqué, puis continuez.',
    },
    'prints-unknown': {
      title: 'Imprimés ou non ? Personne ne le sait',
      cause: 'La connexion a été coupée pendant que des impressions étaient en cours.',
      consequence: 'Des produits de {printer} peuvent être sans impression, et le compte reste ouvert.',
      action: 'Examinez les produits et indiquez pour chaque impression ce qu’elle est devenue.',
    },
    'count-differs': {
      title: 'L’imprimante compte autrement',
      cause: 'L’imprimante a fait un autre nombre de marquages que ses impressions ne l’expliquent.',
      consequence: 'Certains marquages de {printer} ne sont pas enregistrés, ou son compteur a été remis à zéro.',
      action: 'Cherchez pourquoi, puis acceptez son compte tel quel.',
    },
    'ledger-differs': {
      title: 'Le registre d’impression ne concorde pas',
      cause: 'Ce que le contrôleur {controller} a compté et ce qu’il a conservé ne sont pas identiques.',
      consequence: 'Les comptes et l’historique de {controller} peuvent être faux.',
      action: 'Prévenez le service technique et transmettez-lui les traces du contrôleur.',
    },
    'printer-warning': {
      title: 'L’imprimante demande votre attention',
      cause: 'L’imprimante signale une anomalie et continue.',
      consequence: '{printer} peut s’arrêter ou imprimer moins bien si personne ne s’en occupe.',
      action: 'Examinez l’imprimante pendant ce poste.',
    },
    'printer-stale': {
      title: 'Aucune donnée de l’imprimante',
      cause: 'Le contrôleur répond, mais pas pour cette imprimante.',
      consequence: 'On ne voit pas ici ce que fait {printer}. Elle continue peut-être d’imprimer.',
      action: 'Examinez l’imprimante même : son alimentation et son câble vers le contrôleur.',
    },
    'controller-lost': {
      title: 'Le contrôleur ne répond pas',
      cause: '{controller} est injoignable.',
      consequence: 'Ses imprimantes continuent peut-être, sans qu’on puisse les voir ni les arrêter d’ici.',
      action: 'Vérifiez son alimentation et son réseau. En cas de doute, arrêtez ses imprimantes sur la ligne.',
    },
    'controller-refused': {
      title: 'Un autre contrôleur répond',
      cause: 'Ce qui répond à l’adresse de {controller} n’est pas le contrôleur connu.',
      consequence: 'Il n’est pas admis : rien n’est visible ni imprimé par lui.',
      action: 'Vérifiez l’adresse. Si le nouveau contrôleur est le bon, retirez la connexion et ajoutez-la à nouveau.',
    },
    'controller-untrusted': {
      title: 'Le certificat n’est pas de confiance',
      cause: '{controller} présente un certificat auquel personne n’a fait confiance, un autre qu’avant, ou un certificat expiré.',
      consequence: 'Rien ne lui est envoyé : rien n’est visible ni imprimé par lui. Ses imprimantes continuent peut-être d’imprimer.',
      action:
        'Comparez le certificat sous Connexions et faites-lui confiance si c’est le bon. Un certificat expiré doit être remplacé sur le contrôleur.',
    },
    'controller-locked': {
      title: 'La clé n’est pas acceptée',
      cause: '{controller} n’accepte pas la clé de ce poste : elle a été révoquée, a expiré ou ne permet pas de lire.',
      consequence: 'D’ici, rien n’est visible ni imprimé par lui. Ses imprimantes continuent peut-être d’imprimer.',
      action: 'Faites créer une nouvelle clé pour ce poste et donnez-la à la connexion sous Connexions.',
    },
    'controller-safe-mode': {
      title: 'Contrôleur en mode sans échec',
      cause: '{controller} est tombé en panne plusieurs fois de suite.',
      consequence: 'Il ne fait qu’afficher les données : rien n’est imprimé par lui.',
      action: 'Redémarrez-le une fois la cause éliminée. Ses traces nomment la cause.',
    },
    'controller-disk-full': {
      title: 'Disque du contrôleur plein',
      cause: 'Il n’y a plus de place sur le disque de {controller}.',
      consequence: 'Rien n’est imprimé par lui tant que la place manque.',
      action: 'Libérez de la place sur ce disque. L’impression reprend seule.',
    },
    'controller-disk-read-only': {
      title: 'Disque du contrôleur en lecture seule',
      cause: 'Le disque de {controller} n’accepte plus d’écriture.',
      consequence: 'Rien n’est imprimé par lui tant que le disque ne peut pas être écrit.',
      action:
        'Faites vérifier le disque : l’ordinateur le verrouille souvent après un défaut. L’impression reprend seule dès qu’il est accessible en écriture.',
    },
    'controller-drawing-down': {
      title: 'Les étiquettes ne peuvent pas être dessinées',
      cause: 'La partie de {controller} qui dessine les étiquettes échoue sans cesse.',
      consequence: 'Rien ne peut être sélectionné ni imprimé sur ses imprimantes.',
      action:
        'Supprimez les polices installées en dernier. Si cela persiste, redémarrez le contrôleur. L’alarme cesse d’elle-même dès que les étiquettes sont à nouveau dessinées.',
    },
    'controller-files-exhausted': {
      title: 'Le contrôleur ne peut plus ouvrir de fichiers',
      cause: '{controller} a ouvert autant de fichiers et de connexions que son ordinateur le permet.',
      consequence: 'Rien n’est imprimé par lui tant qu’il ne peut pas rouvrir de fichiers.',
      action:
        'Cherchez les programmes qui gardent beaucoup de connexions avec lui, ou augmentez sa limite de fichiers ouverts. L’impression reprend ensuite seule.',
    },
    'controller-log-stuck': {
      title: 'Base de données du contrôleur retenue',
      cause: 'Un autre programme lit la base de données de {controller} depuis trop longtemps.',
      consequence: 'Son journal grandit ; quand le disque sera plein, plus rien ne sera imprimé.',
      action: 'Fermez sur cet ordinateur le programme qui lit la base de données. La suite se fait seule.',
    },
    'controller-folder-lost': {
      title: 'Dossier de données absent',
      cause: 'Le dossier de données du contrôleur {controller} a été déplacé, supprimé ou remplacé, ou son disque n’est pas monté.',
      consequence:
        'Rien n’est imprimé sur ses imprimantes. Des impressions des dernières secondes peuvent être sur des produits sans être enregistrées.',
      action:
        'Remettez le dossier à sa place ou remontez son disque : le contrôleur démarre tout seul. Comparez ensuite les derniers produits avec les impressions enregistrées.',
    },
    'content-unusable': {
      title: 'Enregistré, mais inutilisable : {subject}',
      cause: '{controller} l’a enregistré sous une forme que sa version ne peut pas lire.',
      consequence: 'Il a été mis de côté : rien de ce qui en a besoin n’est imprimé. Tout le reste fonctionne.',
      action: 'Remplacez-le ou supprimez-le, ou installez la version qui l’a enregistré.',
    },
    'clock-doubtful': {
      title: 'L’horloge du contrôleur est peut-être fausse',
      cause: 'L’horloge de {controller} a sauté de plus d’un jour.',
      consequence: 'Rien n’est imprimé par lui, afin qu’aucun produit ne porte une date fausse.',
      action: 'Réglez l’horloge ou, si elle est juste, confirmez-la en haut de la page.',
    },
    'clock-stepped': {
      title: 'L’horloge du contrôleur a été réglée',
      cause: 'Quelqu’un a réglé l’horloge de {controller}.',
      consequence:
        'Les étiquettes avec une date ne sont pas imprimées tant que l’horloge n’est ni réglée ni confirmée. Les autres le sont.',
      action: 'Comparez-la à une montre. Confirmez-la en haut de la page, ou réglez-la.',
    },
    'dates-stopped': {
      title: 'Étiquettes avec date arrêtées',
      cause: 'L’horloge de {controller} a été réglée, et la tâche sur {printer} imprime une date, une heure ou une équipe.',
      consequence: 'Rien n’est imprimé sur {printer} ; des produits passent sans marquage.',
      action: 'Comparez l’horloge à une montre. Confirmez-la en haut de la page, ou réglez-la.',
    },
  },
  cause: 'Cause',
  consequence: 'Conséquence',
  action: 'Que faire',
  actionThen: 'Ce qu’il fallait faire',
  ended: 'C’est terminé. Tant que cela durait :',
  since: 'Depuis {time}',
  over: 'Terminée depuis {time}',
  ago: 'il y a {age}',
  firstSeen: 'La première fois à {time}',
  repeats: 'Revenue une fois | Revenue {n} fois',
  lastKnown: 'Dernier état connu : son contrôleur ne répond pas actuellement.',
  seenBy: 'Vue par {by}, {time}',
  groups: {
    open: 'À acquitter',
    seen: 'Acquittées et toujours présentes',
    shelved: 'Mises de côté',
  },
  none: {
    title: 'Aucune alarme',
    text: 'Tous les contrôleurs répondent et aucune imprimante ne demande rien. Ce qui s’est passé auparavant se trouve dans le journal.',
    watched: 'Sous surveillance : {printers} sur {controllers}.',
    printers: '{n} imprimante | {n} imprimantes',
    controllers: '{n} contrôleur | {n} contrôleurs',
  },
  acknowledge: 'Acquitter',
  acknowledgeAll: 'Acquitter ces {n}',
  open: {
    printer: 'Ouvrir {printer}',
    connections: 'Ouvrir les connexions',
  },
  shelve: {
    action: 'Mettre de côté',
    title: 'Mettre « {alarm} » de côté ?',
    detail:
      'Elle n’est plus comptée en haut de la page pendant ce temps, puis est signalée à nouveau. Elle reste dans le journal avec votre motif.',
    confirm: 'Mettre de côté',
    hint: 'Par exemple : la cartouche est en route',
    duration: 'Pour combien de temps',
    minutes: '{n} min',
    hours: '{n} h',
    done: 'Mise de côté : {alarm}',
    until: 'De côté jusqu’à {time} : {reason} ({by})',
    back: 'Reprendre',
  },
  indicator: {
    none: 'Aucune alarme',
    some: '1 alarme, {priority} | {n} alarmes, la plus haute : {priority} ({worst})',
    seen: 'toutes acquittées',
  },
  ofPrinter: 'Alarmes de {printer}',
} satisfies Words<'alarms'>;
