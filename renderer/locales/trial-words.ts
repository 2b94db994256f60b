import type { Texts } from './texts.ts';

const MARKED = new Map(Object.entries({ a: 'á', e: 'ë', i: 'ï', o: 'ö', u: 'û', c: 'ç', n: 'ñ', A: 'Å', E: 'É', O: 'Ø', U: 'Ü', S: 'Š' }));
/** What is filled in, and what parts the forms of a plural. */
const UNTOUCHED = /(\{[^}]*\}|\s\|\s)/u;
/** Other languages need this much more space for the same text. */
const LONGER_BY = 0.4;

/**
 * The same words with marks on their letters, in brackets and 40 % longer: what stays plain on the page was never given to a translator,
 * and what does not fit will not fit in German.
 */
export function trialWords(words: Texts): Texts {
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, typeof value === 'string' ? forms(value) : trialWords(value)]),
  );
}

function forms(text: string): string {
  return text
    .split(' | ')
    .map((form) => `[${marked(form)}${padding(form)}]`)
    .join(' | ');
}

function marked(text: string): string {
  return text
    .split(UNTOUCHED)
    .map((part, index) => (index % 2 === 1 ? part : [...part].map((letter) => MARKED.get(letter) ?? letter).join('')))
    .join('');
}

/** In pieces, so that it breaks into lines as words do. */
function padding(text: string): string {
  const letters = text.replace(UNTOUCHED, '').length;
  return ' ~~~~'.repeat(Math.ceil((letters * LONGER_BY) / 5)).slice(0, Math.ceil(letters * LONGER_BY));
}
