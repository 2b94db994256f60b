/** How a day is written in the language of a page. */
export interface DayWriting {
  /** The names of the months, January first. */
  months: readonly string[];
  /** Whether 03/04/2026 is the third of April. False where it may also be the fourth of March: then such a day is not read. */
  isDayFirst: boolean;
}

const SHORTEST_NAME = 3;

/**
 * Reads a typed day: 2026-11-21, 21.11.2026, 21/11/2026, or with the name of the month, also shortened. Returns it as 2026-11-21; undefined for anything else, for
 * a day that does not exist, for a year without its century, and for one that could be read in two ways.
 */
export function readDay(typed: string, writing: DayWriting): string | undefined {
  const text = typed.normalize('NFKC').replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x660));
  const numbers = text.match(/\d+/gu) ?? [];
  if (numbers.length === 3) return ofNumbers(numbers, writing.isDayFirst);
  const names = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const month = names.length === 1 && names[0] !== undefined ? monthOf(names[0], writing.months) : undefined;
  return numbers.length === 2 && month !== undefined ? ofNamedMonth(numbers, month) : undefined;
}

function ofNumbers([first = '', second = '', third = '']: readonly string[], isDayFirst: boolean): string | undefined {
  if (first.length === 4) return existing(first, Number(second), Number(third));
  if (third.length !== 4) return undefined;
  if (isDayFirst || Number(first) > 12 || first === second) return existing(third, Number(second), Number(first));
  return Number(second) > 12 ? existing(third, Number(first), Number(second)) : undefined;
}

function ofNamedMonth([first = '', second = '']: readonly string[], month: number): string | undefined {
  if (first.length === 4) return existing(first, month, Number(second));
  return second.length === 4 ? existing(second, month, Number(first)) : undefined;
}

/** The month, from 1, that a name means: the only one that begins with it, or with which it begins. */
function monthOf(name: string, months: readonly string[]): number | undefined {
  const typed = name.toLowerCase();
  if (typed.length < SHORTEST_NAME) return undefined;
  const found = months.flatMap((each, index) => {
    const month = each.toLowerCase().replace(/\.$/u, '');
    return month.startsWith(typed) || typed.startsWith(month) ? [index + 1] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function existing(year: string, month: number, day: number): string | undefined {
  const two = (part: number) => String(part).padStart(2, '0');
  const written = `${year}-${two(month)}-${two(day)}`;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : undefined;
}
