import type { Words } from '../translation.ts';

/** Words of how this screen shows things. */
export const display = {
  title: 'Anzeige',
  kept: 'Gilt für diesen Browser auf diesem Bildschirm, für alle, die hier arbeiten.',
  language: {
    title: 'Sprache',
    note: 'Namen, Codes und Gedrucktes bleiben, wie sie sind. Was Controller und Drucker selbst melden, kommt auf Englisch.',
  },
  theme: {
    title: 'Farbschema',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    contrast: 'Hoher Kontrast',
    note: 'Hoher Kontrast ist für Sonne auf dem Bildschirm und für Augen, die ihn brauchen: Schwarz auf Weiß mit dicken Rahmen.',
  },
  palette: {
    title: 'Farben der Druckerzustände',
    calm: 'Ruhig',
    classic: 'Ampel',
    note: {
      calm: 'Nur was jemanden braucht, hat eine Farbe: Man sieht es von Weitem.',
      classic: 'Grün für Druckendes, Gelb für Anlaufendes. Störungen sehen in beiden gleich aus.',
    },
    examples: 'Beispiele für Zustände',
  },
  hands: {
    title: 'Hände',
    bare: 'Bloße Hände',
    gloves: 'Handschuhe',
    note: {
      bare: 'Tasten sind mindestens 10 mm hoch.',
      gloves: 'Tasten sind mindestens 15 mm hoch, mit 4 mm Abstand.',
    },
  },
  size: {
    title: 'Echte Größe',
    intro:
      'Halten Sie eine Bankkarte oder ein Lineal an den Bildschirm und machen Sie die Zeichnung genau so groß. Dann hat hier jede Taste ihre echte Größe.',
    object: 'Was an den Bildschirm gehalten wird',
    card: 'Bankkarte',
    ruler: 'Lineal',
    cardWidth: '85,6 mm',
    drawing: 'Zeichnung zum Vergleichen',
    slider: 'Größe der Zeichnung',
    muchSmaller: 'Viel kleiner',
    smaller: 'Kleiner',
    larger: 'Größer',
    muchLarger: 'Viel größer',
    value: '{px} px je mm',
    dpi: '{dpi} Punkte je Zoll',
    apply: 'Diese Größe nehmen',
    reset: 'Zurück auf 96 Punkte je Zoll',
    applied: 'Tasten haben jetzt ihre echte Größe.',
    inUse: 'Diese Größe gilt',
  },
  gallery: {
    title: 'Bausteine',
    text: 'Alles, woraus die Seiten bestehen, in jedem Zustand, wie dieser Bildschirm es zeigt.',
    open: 'Galerie öffnen',
  },
} satisfies Words<'display'>;
