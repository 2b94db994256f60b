/** A part of a style name such as `Bold Italic`. */
export type StyleWord = 'Bold' | 'Italic';

/** Whether a style name contains the word. */
export function hasStyleWord(cut: string, word: StyleWord): boolean {
  return wordsOf(cut).some((each) => each.toLowerCase() === word.toLowerCase());
}

/** The style name with or without the word; without both words it is `Regular`. */
export function withStyleWord(cut: string, word: StyleWord, isOn: boolean): string {
  const others = wordsOf(cut).filter((each) => each.toLowerCase() !== word.toLowerCase() && each.toLowerCase() !== 'regular');
  const words = isOn ? [...others, word] : others;
  return words.sort().join(' ') || 'Regular';
}

function wordsOf(cut: string): string[] {
  return cut.split(/\s+/u).filter((word) => word !== '');
}
