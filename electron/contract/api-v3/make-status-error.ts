import type { StatusError } from './status-error.ts';
import { STATUS_ERROR_TEXTS, type StatusErrorText } from './status-error-texts.ts';

type Catalogue = typeof STATUS_ERROR_TEXTS;

/** Identifies an error or warning of the catalogue. */
export type StatusErrorCode = keyof Catalogue;

/** Parameters that are numbers; all others are texts. `n` chooses between one and several. */
export const NUMBER_PARAMETERS = [
  'n',
  'made',
  'of',
  'from',
  'to',
  'print',
  'unknown',
  'dpi',
  'configuredDpi',
  'width',
  'height',
  'largest',
  'exception',
  'reserved',
  'stored',
  'original',
  'started',
  'printed',
  'handedOver',
  'voided',
  'storedStarted',
  'storedPrinted',
  'storedHandedOver',
  'storedVoided',
  'printedByJobs',
  'byMinute',
  'byQuarter',
  'handedOverByJobs',
] as const;
type NumericParameter = (typeof NUMBER_PARAMETERS)[number];

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type FormsOf<Entry> = Entry extends { other: infer Form } ? Form : Entry;
type FurtherOf<Entry> = Entry extends { further: readonly (infer Name)[] } ? Name : never;
type ParameterNames<Code extends StatusErrorCode> = NamesIn<FormsOf<Catalogue[Code]>> | FurtherOf<Catalogue[Code]>;

/** The parameters of a code, by their names. */
export type StatusErrorParameters<Code extends StatusErrorCode> = {
  [Name in ParameterNames<Code> & string]: Name extends NumericParameter ? number : string;
};

/** Codes whose text has no parameters. */
export type PlainStatusErrorCode = { [Code in StatusErrorCode]: [ParameterNames<Code>] extends [never] ? Code : never }[StatusErrorCode];

/** States an error of the catalogue. Its English text is made here and nowhere else. */
export function statusError<Code extends StatusErrorCode>(
  code: Code,
  ...[parameters]: [ParameterNames<Code>] extends [never] ? [] : [StatusErrorParameters<Code>]
): StatusError {
  const filled: Record<string, string | number> = { ...parameters };
  const text = formOf(STATUS_ERROR_TEXTS[code], filled['n']).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(filled[name]));
  return { code, parameters: filled, text };
}

function formOf(entry: StatusErrorText, n: string | number | undefined): string {
  if (typeof entry === 'string') return entry;
  return n === 1 && entry.one !== undefined ? entry.one : entry.other;
}
