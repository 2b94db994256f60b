/** The operators of IF and what each takes of an order below, at or above 0. */
const OPERATORS = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
} as const satisfies Record<string, (order: number) => boolean>;

/** What stands between the two sides of an IF. */
export type IfOperator = keyof typeof OPERATORS;

/** The operators as a message lists them. */
export const IF_OPERATORS = Object.keys(OPERATORS);

/** Whether the text is one of the operators, as it is written. */
export function isIfOperator(text: string): text is IfOperator {
  return Object.hasOwn(OPERATORS, text);
}

/**
 * Whether the comparison holds. Two sides that are numbers (`-12`, `007`, `1.50`: digits, a point, a sign) compare as numbers, exactly
 * however many digits they have; all else compares as text, character by character in the order of their code points.
 */
export function holds(left: string, operator: IfOperator, right: string): boolean {
  const numbers = [readNumber(left), readNumber(right)] as const;
  const order = numbers[0] && numbers[1] ? compareNumbers(numbers[0], numbers[1]) : compareTexts(left, right);
  return OPERATORS[operator](order);
}

/** A number as it is written: a serial number of 18 digits is more than a float can tell apart. */
interface WrittenNumber {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

function readNumber(text: string): WrittenNumber | undefined {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/u.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { isNegative: sign === '-' && /[1-9]/u.test(whole + fraction), whole, fraction };
}

function compareNumbers(left: WrittenNumber, right: WrittenNumber): number {
  if (left.isNegative !== right.isNegative) return left.isNegative ? -1 : 1;
  const whole = Math.max(left.whole.length, right.whole.length);
  const fraction = Math.max(left.fraction.length, right.fraction.length);
  const digits = (number: WrittenNumber): string => number.whole.padStart(whole, '0') + number.fraction.padEnd(fraction, '0');
  const order = compareTexts(digits(left), digits(right));
  return left.isNegative ? -order : order;
}

/** Code units are not in the order of code points: a character beyond U+FFFF would come before U+E000. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  let at = 0;
  while (left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1);
}
