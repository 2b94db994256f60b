import { decodeField } from '../syntax/field-encodings.ts';
import type { Field } from '../objects/label-field.ts';
import type { ZplInterpreter } from './label-context.ts';
import type { ZplCommand } from '../syntax/zpl-command.ts';

/** The clock codes and their equivalents in dynamic text. */
const CLOCK_CODES: Readonly<Partial<Record<string, string>>> = {
  d: 'DAYOFMONTH',
  H: 'HOUR',
  I: 'HOUR12',
  j: 'DAYOFYEAR',
  m: 'MONTH',
  M: 'MINUTE',
  p: 'AMPM',
  S: 'SECOND',
  y: 'YEAR2',
  Y: 'YEAR',
};
/** Registered, copyright and trade mark: the characters of the symbol font that Unicode fonts have. */
const SYMBOLS: Readonly<Partial<Record<string, string>>> = { A: '®', B: '©', C: '™' };
const LONGEST_NAME = 100;

/** The text of a field after decoding its hexadecimal bytes, character set, clock codes and number. Undefined for a field without data. */
export function fieldText(context: ZplInterpreter): string | undefined {
  const { field, warnings } = context;
  const source = context.field.number ? numberedData(context) : field.dataCommand && { ...field.dataCommand, data: field.data ?? '' };
  if (source === undefined) return undefined;
  if (typeof source === 'string') return source;
  const { text, isGuessed } = decodeField(readHex(source.data, field.hexMark), context.printer.set);
  if (isGuessed) warnings.add('encodingGuessed', source);
  const clean = text.replaceAll(/[\ue000-\uf8ff]/gu, '\ufffd');
  return field.clockMark === undefined ? clean : readClock(clean, source, { context, mark: field.clockMark });
}

/** Reduces a text (not a code) to printable content: maps the symbol font and drops control characters. */
export function printableText(text: string, { field, warnings }: ZplInterpreter): string {
  const { dataCommand, number } = field;
  const command = dataCommand ?? number?.command;
  const letters = field.hasSymbols ? text.replaceAll(/[A-C]/gu, (letter) => SYMBOLS[letter] ?? letter) : text;
  const shown = letters.replaceAll(/\p{Cc}/gu, '');
  if (command && shown !== letters) warnings.add('controlCharacters', command, { text: shown });
  return shown;
}

function readHex(data: string, mark: string | undefined): string {
  if (mark === undefined || !data.includes(mark)) return data;
  return data
    .split(mark)
    .map((part, index) => (index === 0 ? part : readByte(part, mark)))
    .join('');
}

function readByte(part: string, mark: string): string {
  const digits = part.slice(0, 2);
  return /^[\da-f]{2}$/iu.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) + part.slice(2) : mark + part;
}

/** The data of a numbered field: the value from the label, its own data, or a variable if there is neither. */
function numberedData({ field, values, warnings, placeholders }: ZplInterpreter): ZplCommand | string | undefined {
  const { number } = field;
  if (!number) return undefined;
  const own = field.dataCommand && { ...field.dataCommand, data: field.data ?? '' };
  const given = values.get(number.number) ?? own;
  if (given !== undefined && given.data !== '') {
    warnings.add('fieldKept', number.command, { text: given.data });
    return given;
  }
  const name = variableName(field);
  warnings.add('fieldVariable', number.command, { text: name });
  return placeholders.take(`{VARIABLE;${name}}`);
}

/** Its prompt or its number, without characters that are special in dynamic text. */
function variableName({ number }: Field): string {
  const prompt = (number?.prompt ?? '').replaceAll(/[^\p{L}\p{N} _-]/gu, ' ').trim();
  return prompt.slice(0, LONGEST_NAME) || `FN${number?.number ?? 0}`;
}

function readClock(text: string, command: ZplCommand, { context, mark }: { context: ZplInterpreter; mark: string }): string {
  const parts = text.split(mark);
  return parts
    .map((part, index) => {
      if (index === 0) return part;
      const code = CLOCK_CODES[part.charAt(0)];
      if (code !== undefined) return context.placeholders.take(`{${code}}`) + part.slice(1);
      context.warnings.add('clock', command, { text: mark + part.charAt(0) });
      return mark + part;
    })
    .join('');
}
