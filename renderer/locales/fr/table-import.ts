import type { Words } from '../translation.ts';

/** Words of the dialog that looks through a file before it becomes a table. */
export const tableImport = {
  encoding: 'Encodage',
  encodings: { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16, octet fort en premier', 'windows-1252': 'Windows-1252' },
  delimiter: 'Entre les cellules',
  delimiters: { comma: 'Virgule', semicolon: 'Point-virgule', tab: 'Tabulation', bar: 'Barre verticale' },
  sheet: 'Feuille',
  sheetAdvice:
    'Les nombres arrivent sans leur format : les zéros de tête ne sont conservés que dans les cellules qu’Excel tient pour du texte. Voir l’aperçu.',
  key: 'Colonne de clé',
  noKey: 'Pas de clé',
  column: 'Colonne {number}',
  checkingLabel: 'Vérification du fichier',
  checking: 'Vérification du fichier : {percent} %, {rows} lignes pour le moment',
  checked: 'Aucune ligne, colonnes : {columns} | 1 ligne, colonnes : {columns} | {n} lignes, colonnes : {columns}',
  faultsTitle:
    'Aucun défaut | 1 défaut : ce fichier ne peut pas encore être importé | {n} défauts : ce fichier ne peut pas encore être importé',
  faultsLabel: 'Défauts par ligne',
  faultsAdvice: 'Corrigez le fichier, ou changez la façon de le lire et les colonnes à garder. Rien n’a été envoyé.',
  more: '{shown} sur {n} sont affichés.',
  faults: {
    cells: 'Ligne {line} : {found} cellules, alors que la table a {expected} colonnes',
    tooLong: 'Ligne {line} : la cellule {cell} a plus de 100 000 caractères',
    encoding: 'Ligne {line} : ce n’est pas du texte dans cet encodage ; la suite n’a pas été lue',
    quoteStray: 'Ligne {line} : un guillemet se trouve dans une cellule qui ne commence pas par un guillemet ; la suite n’a pas été lue',
    quoteInside:
      'Ligne {line} : un guillemet se trouve dans une cellule entre guillemets, où il doit être doublé ; la suite n’a pas été lue',
    quoteOpen: 'Ligne {line} : commence une ligne par un guillemet qui n’est jamais fermé',
    nul: 'Ligne {line} : contient un caractère NUL, qu’aucun fichier texte ne contient ; la suite n’a pas été lue',
    endless: 'Ligne {line} : commence une ligne de plus de 8 Mio ; un guillemet n’est-il pas fermé ?',
    excelError: 'Ligne {line} : la cellule {cell} contient une erreur de formule, comme #N/A',
    excelDigits:
      'Ligne {line} : la cellule {cell} est un nombre de plus de 15 chiffres dont Excel a perdu les derniers ; mettez sa colonne au format texte et saisissez-le à nouveau',
    excelOld: 'C’est un classeur d’Excel 2003 ou antérieur, ou protégé par un mot de passe. Enregistrez-le en .xlsx sans mot de passe.',
    excelBroken: 'Ce classeur est illisible. Ouvrez-le dans Excel et enregistrez-le de nouveau en .xlsx.',
    excelTooLarge: 'Ce classeur est trop grand pour être lu ici. Enregistrez la feuille en CSV et importez ce fichier.',
    nameless: 'La colonne {column} n’a pas de nom. Nommez-la sous « Colonnes », ou laissez-la de côté.',
    twice: 'Deux colonnes portent le nom « {name} ». Renommez-en une sous « Colonnes », ou laissez-la de côté.',
    none: 'Toutes les colonnes sont laissées de côté : une table en a au moins une.',
    empty: 'Le fichier est vide : sa première ligne doit nommer les colonnes.',
    unreadable: 'Le fichier est illisible : il a été déplacé, supprimé ou modifié. Choisissez-le de nouveau.',
    tooLarge: 'Un fichier de plus de 1 Gio ne peut être importé que tel quel : en UTF-8, avec ses propres colonnes.',
  },
  doublesTitle:
    'Aucune clé en double dans « {column} » | 1 clé figure dans plusieurs lignes de « {column} » | {n} clés figurent dans plusieurs lignes de « {column} »',
  doublesLabel: 'Clés en double avec leurs lignes',
  doublesAdvice: 'Un travail lancé avec une telle clé est refusé, car on ne sait pas quelle ligne est voulue.',
  double: { lines: '« {key} » : lignes {lines}', many: '« {key} » : lignes {lines} et {more} autres' },
  missingTitle:
    'Aucune colonne ne manque | La table a une colonne que le fichier n’a pas : {columns} | La table a des colonnes que le fichier n’a pas : {columns}',
  missingAdvice: 'Les étiquettes qui les impriment ne pourront plus être sélectionnées. Associez les colonnes sous « Colonnes ».',
  views: 'Ce que donne le fichier',
  preview: 'Aperçu',
  previewLabel: 'Premières lignes telles qu’elles seront enregistrées',
  columns: 'Colonnes',
  moreColumns: 'Les {shown} premières colonnes sur {n} sont affichées.',
  match: 'Colonne du fichier pour « {column} »',
  matchNone: 'Aucune',
  nameOf: 'Nom dans la table pour « {column} »',
  preparing: 'Réécriture du fichier : {percent} %',
} satisfies Words<'tableImport'>;
