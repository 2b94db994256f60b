import type { Words } from '../translation.ts';

/** Words about the scanner of a screen. */
export const scanner = {
  title: 'Scanner',
  note: 'Un scanner qui tape comme un clavier est reconnu à sa vitesse.',
  prefix: 'Caractères avant chaque scan',
  prefixHint:
    'Vide, sauf si le scanner est réglé pour en envoyer. Avec eux, un scan est reconnu à coup sûr, même dans un champ de recherche.',
  confirmCode: 'Code qui dit oui',
  confirmCodeHint: 'Scannez-le au lieu d’appuyer sur la touche qui confirme. Imprimez-le et affichez-le. Vide : seule la touche confirme.',
  tooAlike: 'Un produit peut avoir ce code : prenez-en un avec une lettre.',
  try: 'Essayez : scannez quelque chose ici',
  tryHint: 'Cela ne déclenche rien.',
  heard: 'Reconnu comme scan : {text}',
  heardGtin: 'C’est un GTIN : {gtin}',
  heardConfirm: 'C’est le code qui dit oui.',
  heardAsTyping: 'Cela est venu comme une frappe, non comme un scan. Le scanner envoie-t-il Entrée à la fin, et les caractères avant ?',
} satisfies Words<'scanner'>;
