import { evaluateIf } from '#rendering/dynamic-text/if-operator.ts';
import { DynamicTextError, type DynamicText, type TextPart } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { momentInTime, resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import type { ContentText, LabelContent } from '#rendering/label/label-content.ts';

/** A day that a label prints: the printed text, and the day as `2027-01-31`. */
export interface PrintedDay {
  printed: string;
  day: string;
}

const DAY = parseDynamicText('{YEAR}-{MONTH}-{DAYOFMONTH}');
/** Codes that depend on the day; a text with only a year identifies no day. */
const DAY_CODES = new Set(['MONTH', 'DAYOFMONTH', 'DAYOFYEAR', 'JULIAN', 'WEEK', 'WEEKDAY']);

/** The days that a print shows, each once, with the printed texts. Texts that cannot be resolved here are left out. */
export function printedDays(content: LabelContent, values: PrintValues, texts: readonly ContentText[]): PrintedDay[] {
  const found = new Map<string, PrintedDay>();
  for (const { pointer, parts } of content.changing) {
    const printed = texts.find((text) => text.pointer === pointer)?.text;
    if (printed === undefined) continue;
    for (const day of parts.flatMap((part) => daysOf(part, values))) {
      const shorter = found.get(day);
      if (!shorter || printed.length < shorter.printed.length) found.set(day, { printed, day });
    }
  }
  return [...found.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

function daysOf(text: DynamicText, values: PrintValues): string[] {
  return text.parts.flatMap((part) => {
    try {
      return daysOfPart(part, values);
    } catch (error) {
      if (error instanceof DynamicTextError) return [];
      throw error;
    }
  });
}

function daysOfPart(part: TextPart, values: PrintValues): string[] {
  if (part.kind === 'date') return DAY_CODES.has(part.code) ? [resolveText(DAY, values)] : [];
  if (part.kind === 'if') {
    const isChosen = evaluateIf(resolveText(part.left, values), part.operator, resolveText(part.right, values));
    return daysOf(isChosen ? part.then : part.else, values);
  }
  return part.kind === 'time' ? daysOf(part.inner, { ...values, moment: momentInTime(part, values) }) : [];
}
