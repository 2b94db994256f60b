import { useI18n } from 'vue-i18n';
import type { TextContext } from '../../../domain/dynamic-text/text-context.ts';
import type { CodeName, DateParameter, FormatValue, NumberParameter } from '../../../domain/dynamic-text/code-catalogue.ts';
import type { Completion } from '../../../domain/dynamic-text/completions-at.ts';
import { useOffsetTexts } from './use-offset-texts.ts';

const OPERATOR_WORDS = { '=': 'equal', '<>': 'notEqual', '<': 'less', '<=': 'atMost', '>': 'more', '>=': 'atLeast' } as const;
const FORMAT_WORDS = {
  alpha: 'alpha',
  shortmonth: 'shortmonth',
  shortweekday: 'shortweekday',
  '{A;B;C}': 'words',
  '#0123456789ABCDEF': 'digits',
} as const satisfies Record<FormatValue, string>;

const EXAMPLE: Readonly<Record<string, string>> = { YYYY: '2026', YY: '26', MM: '12', DD: '31' };

/** 31 December 2026, written as the pattern says. */
function writtenInPattern(pattern: string): string {
  return pattern.replace(/YYYY|YY|MM|DD/gu, (part) => EXAMPLE[part] ?? part);
}

/** The text next to a completion: its meaning in the page's language, or its current value. */
export function useCompletionTexts(): (completion: Completion, context: TextContext) => string {
  const { t } = useI18n();
  const offsetText = useOffsetTexts();

  const words: Record<Completion['kind'], (label: string, context: TextContext) => string> = {
    code: (label) => t(`designText.codes.${label as CodeName}`),
    variable: (label, { values }) => values.variables.get(label) ?? '',
    counter: (label, { values }) => String(values.counters.get(label)?.value ?? ''),
    column: (label, { values }) => values.row?.get(label) ?? '',
    shiftCode: (label, { values }) => (values.shiftCodes?.get(label) ?? []).map(({ code }) => code).join(', '),
    parameter: (label) => t(`designText.parameters.${label as NumberParameter | DateParameter}`),
    format: (label) => t(`designText.formats.${FORMAT_WORDS[label as FormatValue]}`),
    pattern: (label) => writtenInPattern(label),
    offset: offsetText,
    operator: (label) => t(`designText.operators.${OPERATOR_WORDS[label as keyof typeof OPERATOR_WORDS]}`),
  };

  return ({ kind, label }, context) => words[kind](label, context);
}
