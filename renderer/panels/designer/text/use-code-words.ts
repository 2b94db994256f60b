import { useI18n } from 'vue-i18n';
import type { NumberStyle } from '#rendering/dynamic-text/dynamic-text.ts';
import type { ExplainedCode } from './explain-codes.ts';
import { useOffsetWords } from './use-offset-words.ts';

/** Words of a list, and digits, beyond these are left out of their explanation. */
const MOST_WORDS = 4;
const MOST_DIGITS = 16;

/** Says in the page's language what a code of a text stands for, with how its number is written. */
export function useCodeWords(): (explained: ExplainedCode) => string {
  const { t } = useI18n();
  const offsetWords = useOffsetWords();

  function styleWords({ width, padding, format }: NumberStyle): string[] {
    return [
      ...(width === undefined ? [] : [t('designText.style.width', { n: width }, width)]),
      ...(padding === undefined ? [] : [t('designText.style.padding', { character: padding })]),
      ...(format?.kind === 'words' ? [t('designText.style.words', { words: shortened(format.words, MOST_WORDS, ', ') })] : []),
      ...(format?.kind === 'digits' ? [t('designText.style.digits', { digits: shortened(format.digits, MOST_DIGITS, '') })] : []),
    ];
  }

  function ifWords(parameters: readonly string[]): string {
    const [, left = '', operator = '', right = '', then = '', otherwise = ''] = parameters;
    const named = (text: string): string => (text === '' ? t('designText.empty') : text);
    const texts = { left: named(left), operator, right: named(right), then: named(then), otherwise: named(otherwise) };
    return t('designText.explain.if', texts);
  }

  function meaning({ code, parameters }: ExplainedCode): string {
    switch (code.kind) {
      case 'date':
        return t(`designText.codes.${code.code}`);
      case 'table':
        return t('designText.explain.table', { name: code.column });
      case 'time':
        return code.offset ? t('designText.explain.time', { offset: offsetWords(parameters[2] ?? '') }) : t('designText.explain.timeStays');
      case 'if':
        return ifWords(parameters);
      default:
        return t(`designText.explain.${code.kind}`, { name: code.name });
    }
  }

  return (explained) => {
    const { code } = explained;
    const style = code.kind === 'date' || code.kind === 'counter' ? styleWords(code.style) : [];
    return [meaning(explained), ...style].join(' · ');
  };
}

function shortened(items: readonly string[], most: number, between: string): string {
  return items.slice(0, most).join(between) + (items.length > most ? '…' : '');
}
