import { describe, expect, it } from 'vitest';
import { setStyle, stylesOf, toggleBold } from '#renderer/domain/dynamic-text/apply-style.ts';
import { convertMarkup } from '#renderer/domain/dynamic-text/convert-markup.ts';
import { hasStyleWord, withStyleWord } from '#renderer/domain/dynamic-text/font-style.ts';
import { scanMarkup } from '#renderer/domain/dynamic-text/scan-markup.ts';
import { readParts } from '#renderer/domain/dynamic-text/read-parts.ts';
import { parseMarkup } from '#rendering/text/markup.ts';

/** The text without its two bars, and the selection between them. */
function selected(marked: string) {
  const from = marked.indexOf('|');
  const to = marked.lastIndexOf('|') - 1;
  return { source: marked.replaceAll('|', ''), range: { from, to: Math.max(from, to) } };
}

function shown({ text, selection: { from, to } }: { text: string; selection: { from: number; to: number } }): string {
  const middle = from === to ? '|' : `|${text.slice(from, to)}|`;
  return text.slice(0, from) + middle + text.slice(to);
}

function bold(marked: string): string {
  const { source, range } = selected(marked);
  return shown(toggleBold(source, range));
}

function red(marked: string): string {
  const { source, range } = selected(marked);
  return shown(setStyle(source, range, { key: 'color', valueOf: () => 'red' }));
}

describe('bold in SIMPLE format', () => {
  it.each([
    ['begins and ends around the words', 'a |b| c', 'a *|b|* c'],
    ['ends within bold words', '*a|b|c*', '*a*|b|*c*'],
    ['ends where all of it is selected', '*|ab|*', '|ab|'],
    ['grows together with what is beside it', '*a*|b|', '*a|b|*'],
    ['is given to the words that have it not yet', '|a*b*|', '*|ab|*'],
    ['takes a code as a whole', 'a{YE|AR}b|', 'a*|{YEAR}b|*'],
    ['leaves an asterisk that is printed alone', '|2\\*3|', '*|2\\*3|*'],
    ['begins where nothing is selected', 'a||', 'a*|*'],
  ])('%s', (_, before, after) => {
    expect(bold(before)).toBe(after);
  });
});

describe('a style in ADVANCED format', () => {
  it.each([
    ['stands in a bracket around the words', 'a |b| c', 'a [color="red"]|b|[] c'],
    ['joins a bracket that stands around just these words', '[font-style="Bold"]|b|[]', '[font-style="Bold" color="red"]|b|[]'],
    ['replaces the one that was there', '[color="#00ff00"]|b|[]', '[color="red"]|b|[]'],
    ['stands within a bracket around more', '[font-style="Bold"]a|b|[]', '[font-style="Bold"]a[color="red"]|b|[][]'],
    [
      'is given piece by piece where a bracket ends among the words',
      '[font-style="Bold"]a|b[]c|',
      '[font-style="Bold"]a[color="red"]|b[][][color="red"]c|[]',
    ],
    ['takes a code as a whole', '|{VARIABLE;a[|0]}', '[color="red"]|{VARIABLE;a[0]}|[]'],
    ['leaves brackets that are printed alone', '|\\[x\\]|', '[color="red"]|\\[x\\]|[]'],
    [
      'begins where nothing is selected, behind a mark that the caret is in',
      '[font-s||tyle="Bold"]a[]',
      '[font-style="Bold"][color="red"]|[]a[]',
    ],
  ])('%s', (_, before, after) => {
    expect(red(before)).toBe(after);
    expect(() => readParts(after.replaceAll('|', ''), 'ADVANCED')).not.toThrow();
  });

  it('is that of the innermost bracket', () => {
    const source = '[font-style="Bold"]a[font-style="Italic"]b[][]c';
    expect(stylesOf(source, { from: 0, to: source.length }, 'font-style')).toEqual(['Bold', 'Italic', undefined]);
  });
});

describe('marks', () => {
  it.each([
    ['SIMPLE', 'a*b{IF;{VARIABLE;x*};=;1;*;\\}}*\\*c'],
    ['ADVANCED', '[color="{VARIABLE;a]\\}"}" font-height="3"]a\\"[font-style="Bold"]{VARIABLE;[}[]b[]\\[c\\]'],
  ] as const)('stand where the parser of %s sees them', (format, source) => {
    const words = scanMarkup(source, format).pieces.map(({ styles }) => styles.length);
    expect(words).toHaveLength(parseMarkup(source, format).length);
  });
});

describe('a text converted to another format', () => {
  it.each([
    ['NONE', 'SIMPLE', '2*3 {VARIABLE;*}', '2\\*3 {VARIABLE;*}'],
    ['NONE', 'ADVANCED', '[a] "b"', '\\[a\\] \\"b\\"'],
    ['SIMPLE', 'NONE', '2\\*3 *bold*', '2*3 bold'],
    ['SIMPLE', 'ADVANCED', 'a *b* [c]', 'a [font-style="Bold"]b[] \\[c\\]'],
    ['ADVANCED', 'SIMPLE', '[font-style="Bold Italic"]a[][color="red"]b*[]', '*a*b\\*'],
    ['ADVANCED', 'NONE', '[color="red"]\\[a\\][] {YEAR}', '[a] {YEAR}'],
  ] as const)('from %s to %s keeps its words: %s', (...[from, to, source, converted]) => {
    expect(convertMarkup(source, from, to)).toBe(converted);
    expect(() => readParts(converted, to)).not.toThrow();
  });
});

describe('a font style', () => {
  it('gains and loses a word', () => {
    expect(withStyleWord('', 'Bold', true)).toBe('Bold');
    expect(withStyleWord('Italic', 'Bold', true)).toBe('Bold Italic');
    expect(withStyleWord('Bold', 'Bold', false)).toBe('Regular');
    expect([hasStyleWord('bold italic', 'Bold'), hasStyleWord('Semibold', 'Bold')]).toEqual([true, false]);
  });
});
