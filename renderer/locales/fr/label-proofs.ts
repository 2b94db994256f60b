import type { Words } from '../translation.ts';

/** Words of the page that shows what an update changed in the labels. */
export const labelProofs = {
  title: 'Étiquettes après la mise à jour',
  back: 'Retour aux étiquettes',
  notice:
    'Après la mise à jour vers {version}, 1 étiquette sur {labels} n’est plus comme avant | Après la mise à jour vers {version}, {n} étiquettes sur {labels} ne sont plus comme avant',
  noticeText:
    'Elle s’imprime telle qu’elle est dessinée maintenant. Regardez-la avant de l’imprimer. | Elles s’impriment telles qu’elles sont dessinées maintenant. Regardez-les avant de les imprimer.',
  look: 'La regarder | Les regarder',
  none: 'Il ne reste rien à regarder',
  noneText: 'Ici se trouvent les étiquettes que la version {version} du contrôleur dessine autrement que la version précédente.',
  running:
    'Toutes les étiquettes sont redessinées en arrière-plan : il en reste 1 | Toutes les étiquettes sont redessinées en arrière-plan : il en reste {n}',
  progress: 'Étiquettes redessinées',
  accept: 'Accepter',
  acceptOne: 'Accepter l’étiquette {name} telle qu’elle est dessinée maintenant',
  acceptAll: 'L’accepter | Accepter les {n}',
  accepted: '1 étiquette acceptée | {n} étiquettes acceptées',
  compared: 'Version {before} du contrôleur à côté de {version}, redessinée {moment}',
  fontReplaced: 'Une police de cette étiquette a été remplacée entre-temps : cela peut aussi l’avoir modifiée.',
  stillRefused: 'Elle ne peut pas être sélectionnée tant que son test échoue.',
  picture: 'Ce qui a changé dans {name}',
  both: 'dans les deux',
  before: 'seulement avant la mise à jour',
  after: 'seulement maintenant',
  noExtension: 'Ce contrôleur ne compare pas ses étiquettes',
  noExtensionText: 'C’est une extension de Strobe que ce contrôleur n’a pas.',
  outcomes: {
    changed: 'Dessinée autrement',
    'test-failed': 'Un test échoue',
    'not-drawn': 'Ne peut plus être dessinée',
    same: 'Comme avant',
  },
} satisfies Words<'labelProofs'>;
