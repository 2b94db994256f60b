import type { Words } from '../translation.ts';

/** Words of what only a person can say about prints. */
export const ledger = {
  unknown: {
    title: 'A-t-elle été imprimée ? 1 impression est incertaine | Ont-elles été imprimées ? {n} impressions sont incertaines',
    text: 'La connexion à l’imprimante, ou le contrôleur, s’est interrompue pendant que ces impressions étaient en cours. Examinez les produits, du premier au dernier, et indiquez-le. Rien n’est réimprimé de soi-même.',
    hint: 'Par exemple : vu sur le produit',
    printed: {
      action: 'Imprimée',
      title: '« {print} » a-t-elle été imprimée sur {printer} ?',
      detail: 'Elle compte désormais comme imprimée, et son numéro de série est sur un produit. Cela reste au registre avec votre motif.',
      done: 'Imprimée : {print}',
    },
    void: {
      action: 'Non imprimée',
      title: '« {print} » n’a-t-elle pas été imprimée sur {printer} ?',
      detail:
        'Elle compte désormais comme non imprimée ; son numéro de série ne resservira jamais. Cela reste au registre avec votre motif.',
      done: 'Non imprimée : {print}',
    },
  },
  gaps: {
    title: 'Produits sans impression',
    text: 'Un déclenchement est venu et rien n’a pu être imprimé. Aucun numéro de série n’a été utilisé.',
    more: 'Afficher plus',
  },
  reprint: {
    action: 'Réimprimer',
    title: 'Imprimer « {print} » encore une fois sur {printer} ?',
    detail:
      'L’impression est immédiate : la même image avec le même numéro de série, sans faire avancer de ligne ni de compteur. Retirez la première, afin que deux produits ne portent pas la même. Cela reste au registre avec votre motif.',
    hint: 'Par exemple : l’étiquette était déchirée',
    done: 'Réimprimée sur {printer} : {print}',
  },
  count: {
    title: 'L’imprimante compte autrement',
    text: 'Selon son propre compte, {printer} a fait un autre nombre de marquages que les impressions de ce contrôleur ne l’expliquent. Quelqu’un a peut-être imprimé à la main ou remis son compteur à zéro. Cherchez pourquoi, puis acceptez son compte tel quel.',
    counted: 'Marquages selon l’imprimante',
    explained: 'Expliqués par des impressions',
    action: 'Accepter son compte',
    hint: 'Par exemple : essais à la main après le nettoyage',
    confirmTitle: 'Accepter le compte de {printer} tel quel ?',
    confirmDetail:
      'Ses {counted} marquages sont tenus pour justes ; {explained} d’entre eux sont expliqués par des impressions. Cela reste au registre avec votre motif.',
    done: 'Le compte de {printer} est accepté',
  },
} satisfies Words<'ledger'>;
