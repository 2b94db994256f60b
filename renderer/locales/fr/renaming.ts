import type { Words } from '../translation.ts';

/** Words of giving something another name. */
export const renaming = {
  action: 'Renommer',
  title: 'Renommer « {name} »',
  name: 'Nouveau nom',
  hint: 'Les autres programmes qui utilisent l’ancien nom doivent connaître le nouveau.',
  confirm: 'Renommer',
  done: '« {from} » s’appelle maintenant « {to} ».',
  none: 'Ce contrôleur ne peut pas renommer.',
  unsaved: 'Enregistrez ou abandonnez d’abord vos modifications de « {name} ». Le nom pourra ensuite être changé.',
  waiting: 'Des modifications de « {name} » attendent d’être envoyées. Une fois envoyées ou abandonnées, le nom pourra être changé.',
  faults: {
    missing: 'Il faut un nom ici.',
    taken: 'Ce nom est déjà pris.',
    dots: 'Un nom ne peut pas être seulement « . » ou « .. ».',
    control: 'Un nom ne contient ni saut de ligne ni caractère de contrôle.',
    tooLong: 'Un nom a au plus 255 caractères.',
  },
} satisfies Words<'renaming'>;
