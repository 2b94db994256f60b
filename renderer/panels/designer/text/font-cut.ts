/** A cut of a font, such as `Bold Italic`. */
export type CutWord = 'Bold' | 'Italic';

/** Whether a cut has the word. */
export function hasCutWord(cut: string, word: CutWord): boolean {
  return wordsOf(cut).some((each) => each.toLowerCase() === word.toLowerCase());
}

/** The cut with the word or without it; what is neither bold nor italic is `Regular`. */
export function withCutWord(cut: string, word: CutWord, isOn: boolean): string {
  const others = wordsOf(cut).filter((each) => each.toLowerCase() !== word.toLowerCase() && each.toLowerCase() !== 'regular');
  const words = isOn ? [...others, word] : others;
  return words.sort().join(' ') || 'Regular';
}

function wordsOf(cut: string): string[] {
  return cut.split(/\s+/u).filter((word) => word !== '');
}
