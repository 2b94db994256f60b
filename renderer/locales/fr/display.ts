import type { Words } from '../translation.ts';

/** Words of how this screen shows things. */
export const display = {
  title: 'Affichage',
  kept: 'Ces réglages valent pour ce navigateur sur cet écran, pour tous ceux qui travaillent ici.',
  language: {
    title: 'Langue',
    note: 'Les noms, les codes et ce qui s’imprime restent tels quels. Ce que contrôleurs et imprimantes disent d’eux-mêmes arrive en anglais.',
  },
  theme: {
    title: 'Thème',
    system: 'Comme le système',
    light: 'Clair',
    dark: 'Sombre',
    contrast: 'Contraste élevé',
    note: 'Le contraste élevé est pour le soleil sur l’écran et les yeux qui en ont besoin : noir sur blanc, bordures épaisses.',
  },
  palette: {
    title: 'Couleurs des états d’imprimante',
    calm: 'Calme',
    classic: 'Feu tricolore',
    note: {
      calm: 'Seul ce qui demande quelqu’un a une couleur : on le voit de loin.',
      classic: 'Vert pour ce qui imprime, orange pour ce qui démarre. Les défauts sont les mêmes dans les deux.',
    },
    examples: 'Exemples d’états',
  },
  hands: {
    title: 'Mains',
    bare: 'Mains nues',
    gloves: 'Gants',
    note: {
      bare: 'Les touches ont au moins 10 mm de haut.',
      gloves: 'Les touches ont au moins 15 mm de haut, avec 4 mm entre elles.',
    },
  },
  size: {
    title: 'Taille réelle',
    intro:
      'Tenez une carte bancaire ou une règle contre l’écran et donnez au dessin exactement la même taille. Chaque touche a ensuite sa taille réelle ici.',
    object: 'Ce qui est tenu contre l’écran',
    card: 'Carte bancaire',
    ruler: 'Règle',
    cardWidth: '85,6 mm',
    drawing: 'Dessin de comparaison',
    slider: 'Taille du dessin',
    muchSmaller: 'Bien plus petit',
    smaller: 'Plus petit',
    larger: 'Plus grand',
    muchLarger: 'Bien plus grand',
    value: '{px} px par mm',
    dpi: '{dpi} points par pouce',
    apply: 'Utiliser cette taille',
    reset: 'Revenir à 96 points par pouce',
    applied: 'Les touches ont maintenant leur taille réelle.',
    inUse: 'Cette taille est utilisée',
  },
  gallery: {
    title: 'Composants',
    text: 'Tout ce dont les pages sont faites, dans chaque état, comme cet écran le montre.',
    open: 'Ouvrir la galerie',
  },
} satisfies Words<'display'>;
