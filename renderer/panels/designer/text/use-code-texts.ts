import { useI18n } from 'vue-i18n';
import type { NumberStyle } from '#rendering/dynamic-text/dynamic-text.ts';
import { DATE_PARAMETERS } from '../../../domain/dynamic-text/code-catalogue.ts';
import type { ExplainedCode } from '../../../domain/dynamic-text/explain-codes.ts';
import { useOffsetTexts } from './use-offset-texts.ts';

/** The maximum number of list items and digits in an explanation. */
const MAX_WORDS = 4;
const MAX_DIGITS = 16;
/** The parameters of TIME for a date from data. */
const [FROM, PATTERN] = DATE_PARAMETERS.map((name) => `${name}=`) as [string, string];

/** Explains a code in the page's language, including its number format. */
export function useCodeTexts(): (explained: ExplainedCode) => string {
  const { t } = useI18n();
  const offsetText = useOffsetTexts();

  function styleText({ width, padding, format }: NumberStyle): string[] {
    return [
      ...(width === undefined ? [] : [t('designText.style.width', { n: width }, width)]),
      ...(padding === undefined ? [] : [t('designText.style.padding', { character: padding })]),
      ...(format?.kind === 'words' ? [t('designText.style.words', { words: shortened(format.words, MAX_WORDS, ', ') })] : []),
      ...(format?.kind === 'digits' ? [t('designText.style.digits', { digits: shortened(format.digits, MAX_DIGITS, '') })] : []),
    ];
  }

  function timeText(parameters: readonly string[]): string {
    const from = parameters.find((text) => text.startsWith(FROM))?.slice(FROM.length);
    const offset = parameters.slice(0, 1).find((text) => !text.startsWith(FROM) && !text.startsWith(PATTERN));
    const start = from === undefined ? t('designText.explain.printDate') : t('designText.explain.dateFrom', { from });
    return offset === undefined ? start : t('designText.explain.time', { date: start, offset: offsetText(offset) });
  }

  function ifText(parameters: readonly string[]): string {
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
        return timeText(parameters.slice(2));
      case 'if':
        return ifText(parameters);
      default:
        return t(`designText.explain.${code.kind}`, { name: code.name });
    }
  }

  return (explained) => {
    const { code } = explained;
    const style = code.kind === 'date' || code.kind === 'counter' ? styleText(code.style) : [];
    return [meaning(explained), ...style].join(' · ');
  };
}

function shortened(items: readonly string[], most: number, between: string): string {
  return items.slice(0, most).join(between) + (items.length > most ? '…' : '');
}
