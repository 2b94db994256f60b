import { epochOf, localTime } from '../calendar/zone.ts';
import { evaluateIf } from './if-operator.ts';
import { counterText } from './counter-text.ts';
import { DATE_CODES, dateParts, dayHalf } from './date-codes.ts';
import type { DateParts } from './date-codes.ts';
import { DynamicTextError } from './dynamic-text.ts';
import type { CounterPart, DatePart, DynamicText, IfPart, ShiftCodePart, TablePart, TextPart, TimePart } from './dynamic-text.ts';
import { isDecimal, numberText } from './number-text.ts';
import { parseOffset, shiftMoment } from './offset.ts';
import type { Moment, PrintValues } from './print-values.ts';
import { shiftAt } from './shift-at.ts';
import { readWrittenDate } from './written-date.ts';

const LONGEST_RESOLVED_TEXT = 100_000;
const partsOfMoments = new WeakMap<Moment, DateParts>();

/**
 * The text of a print with these values. Throws a `DynamicTextError` for a field that cannot be resolved; it never substitutes an empty or
 * default text.
 */
export function resolveText(text: DynamicText, values: PrintValues): string {
  let resolved = '';
  for (const part of text.parts) {
    resolved += resolvePart(part, values);
    if (resolved.length > LONGEST_RESOLVED_TEXT) {
      throw new DynamicTextError(positionOf(part), `The resolved text has more than ${LONGEST_RESOLVED_TEXT} characters`);
    }
  }
  return resolved;
}

function resolvePart(part: TextPart, values: PrintValues): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'date':
      return resolveDate(part, values.moment);
    case 'variable':
      return values.variables.get(part.name) ?? refuse(part.position, `There is no variable "${part.name}"`);
    case 'counter':
      return resolveCounter(part, values);
    case 'shiftCode':
      return resolveShiftCode(part, values);
    case 'table':
      return resolveCell(part, values);
    case 'time':
      return resolveTime(part, values);
    case 'if':
      return resolveIf(part, values);
  }
}

function datePartsOf(moment: Moment): DateParts {
  const parts = partsOfMoments.get(moment) ?? dateParts(localTime(moment.epochMs, moment.timeZone), moment.productionDayStart);
  partsOfMoments.set(moment, parts);
  return parts;
}

/** The default width of a date field counts decimal digits and does not apply to other formats. */
function resolveDate(part: DatePart, moment: Moment): string {
  const parts = datePartsOf(moment);
  if (part.code === 'AMPM') return dayHalf(parts);
  const rule = DATE_CODES[part.code];
  return numberText(rule.read(parts), part, { width: isDecimal(part.style.format) ? rule.width : 0, padding: '0' });
}

function resolveCounter(part: CounterPart, values: PrintValues): string {
  const counter = values.counters.get(part.name);
  if (!counter) throw new DynamicTextError(part.position, `There is no counter "${part.name}"`);
  return counterText(counter, part);
}

function resolveShiftCode({ name, position }: ShiftCodePart, { moment, shiftCodes }: PrintValues): string {
  const shift = shiftAt(shiftCodes?.get(name) ?? [], datePartsOf(moment).clock);
  return shift?.code ?? refuse(position, `There is no shift code "${name}"`);
}

function resolveCell({ column, position }: TablePart, { row }: PrintValues): string {
  if (!row) throw new DynamicTextError(position, `The column "${column}" needs a table row, and none is chosen`);
  return row.get(column) ?? refuse(position, `The table has no column "${column}"`);
}

function resolveTime(part: TimePart, values: PrintValues): string {
  return resolveText(part.inner, { ...values, moment: momentInTime(part, values) });
}

/** The moment of the text inside TIME: the date that it starts from, and its offset. Throws a `DynamicTextError`. */
export function momentInTime({ from, pattern, offset, position }: TimePart, values: PrintValues): Moment {
  const start = from ? momentOf(resolveText(from, values), { pattern, position }, values.moment) : values.moment;
  return offset ? shiftMoment(start, parseOffset(resolveText(offset, values), position), position) : start;
}

/** The moment of a date from data. It is the day as written, at whatever hour the production day starts. */
function momentOf(
  written: string,
  { pattern, position }: Pick<TimePart, 'pattern' | 'position'>,
  { productionDayStart: _, ...moment }: Moment,
): Moment {
  const currentYear = localTime(moment.epochMs, moment.timeZone).year;
  return { ...moment, epochMs: epochOf(readWrittenDate(written, { pattern, currentYear, position }), moment.timeZone) };
}

/** Does not resolve the other branch, which may name things that this print does not have. */
function resolveIf(part: IfPart, values: PrintValues): string {
  const isChosen = evaluateIf(resolveText(part.left, values), part.operator, resolveText(part.right, values));
  return resolveText(isChosen ? part.then : part.else, values);
}

function positionOf(part: TextPart): number {
  return part.kind === 'literal' ? 0 : part.position;
}

function refuse(position: number, message: string): never {
  throw new DynamicTextError(position, message);
}
