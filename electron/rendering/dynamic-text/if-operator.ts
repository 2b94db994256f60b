/** The operators of IF, and whether each accepts an order of less, equal or greater. */
const OPERATORS = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
} as const satisfies Record<string, (order: number) => boolean>;

/** An operator between the two sides of an IF. */
export type IfOperator = keyof typeof OPERATORS;

/** The operators for messages. */
export const IF_OPERATORS = Object.keys(OPERATORS);

/** Whether the text is an operator. */
export function isIfOperator(text: string): text is IfOperator {
  return Object.hasOwn(OPERATORS, text);
}

/**
 * Evaluates a comparison. Two numbers (`-12`, `007`, `1.50`: digits, a point, a sign) are compared as numbers of arbitrary precision; all
 * other texts by code points.
 */
export function evaluateIf(left: string, operator: IfOperator, right: string): boolean {
  const numbers = [readNumber(left), readNumber(right)] as const;
  const order = numbers[0] && numbers[1] ? compareNumbers(numbers[0], numbers[1]) : compareTexts(left, right);
  return OPERATORS[operator](order);
}

/** A number as written: an 18-digit serial number exceeds the precision of a float. */
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

/** UTF-16 code units sort differently: a character beyond U+FFFF would come before U+E000. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  let at = 0;
  while (left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1);
}
