import { z } from 'zod';
import { dayFormatSchema, ISO_DAY, readDayIn, shiftDay, writeDay } from './day-format.ts';
import { textSchema } from './text.ts';

const LONGEST = 100_000;
const EXAMPLE = '2026-11-21';
const wholeWords = 'must be a whole number of characters';
const characters = z.number(wholeWords).int(wholeWords).min(0, 'must be at least 0').max(LONGEST, `must be at most ${LONGEST}`);
const bound = z.number('must be a number');
const day = z.iso.date({ error: 'must be a date such as 2026-11-21' });
const wholeDays = 'must be a whole number of days';
const days = z.number(wholeDays).int(wholeDays).min(-36_500, 'must be at least -36 500').max(36_500, 'must be at most 36 500');
const mask = textSchema
  .min(1, 'must not be empty')
  .max(1_000)
  .refine((source) => maskSteps(source) !== undefined, 'ends with a backslash that has no character after it');
const choice = textSchema.max(LONGEST);
const choices = z.array(choice).min(1, 'needs at least one choice').max(1_000).superRefine(refuseTwice);

/**
 * Rules for a variable's value that an operator enters (extension). `min` and `max` limit a number, a date, or the length of a text. In a
 * `mask`, `9` is a digit, `A` a letter and `*` any character; other characters, and any character after a backslash, are literal.
 */
export const promptSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('text'),
      min: characters.optional(),
      max: characters.optional(),
      mask: mask.optional(),
      choices: choices.optional(),
    }),
    z.strictObject({
      type: z.literal('number'),
      min: bound.optional(),
      max: bound.optional(),
      choices: choices.optional(),
    }),
    z.strictObject({
      type: z.literal('date'),
      min: day.optional(),
      max: day.optional(),
      /** Limits in days from today: -1 is yesterday. They hold when a value is entered. */
      earliest: days.optional(),
      latest: days.optional(),
      /** How the value is stored and printed; by default YYYY-MM-DD. */
      format: dayFormatSchema.optional(),
    }),
  ])
  .superRefine((prompt, context) => {
    const { min, max } = prompt;
    if (min !== undefined && max !== undefined && min > max) {
      context.addIssue({ code: 'custom', path: ['min'], message: `must not be greater than max (${max})` });
    }
    if (prompt.type !== 'date' || (prompt.earliest ?? -Infinity) <= (prompt.latest ?? Infinity)) return;
    context.addIssue({ code: 'custom', path: ['earliest'], message: `must not be greater than latest (${prompt.latest})` });
  });
export type Prompt = z.infer<typeof promptSchema>;

/**
 * Why the prompt rejects this value, as a phrase that follows the variable's name; undefined if it accepts it. Linear time in value and
 * mask. `today`, such as 2026-11-21, is for limits in days from today; without it they are not checked.
 */
export function promptFault(prompt: Prompt, value: string, today?: string): string | undefined {
  if (prompt.type === 'date') return dayFault(prompt, value, today);
  if (prompt.choices && !prompt.choices.includes(value)) return `must be one of ${prompt.choices.map((each) => `"${each}"`).join(', ')}`;
  return prompt.type === 'number' ? numberFault(prompt, value) : textFault(prompt, value);
}

type PromptOf<Type extends Prompt['type']> = Extract<Prompt, { type: Type }>;

/** The first and the last day that a prompt accepts today. */
export function dayLimits({ min, max, earliest, latest }: PromptOf<'date'>, today: string | undefined): { min?: string; max?: string } {
  const first = [min, ...(today === undefined || earliest === undefined ? [] : [shiftDay(today, earliest)])].filter(
    (each) => each !== undefined,
  );
  const last = [max, ...(today === undefined || latest === undefined ? [] : [shiftDay(today, latest)])].filter(
    (each) => each !== undefined,
  );
  const [latestFirst] = first.toSorted().reverse();
  const [earliestLast] = last.toSorted();
  return { ...(latestFirst !== undefined && { min: latestFirst }), ...(earliestLast !== undefined && { max: earliestLast }) };
}

function dayFault(prompt: PromptOf<'date'>, value: string, today: string | undefined): string | undefined {
  const { format = ISO_DAY } = prompt;
  const entered = readDayIn(value, format);
  if (entered === undefined) return `must be a date such as ${writeDay(EXAMPLE, format)}`;
  const { min, max } = dayLimits(prompt, today);
  if (min !== undefined && entered < min) return `must not be before ${writeDay(min, format)}`;
  return max !== undefined && entered > max ? `must not be after ${writeDay(max, format)}` : undefined;
}

function numberFault({ min, max }: PromptOf<'number'>, value: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/u.test(value)) return 'must be a number such as 12 or -1.5';
  const number = Number(value);
  if (min !== undefined && number < min) return `must be at least ${min}`;
  return max !== undefined && number > max ? `must be at most ${max}` : undefined;
}

function textFault(prompt: PromptOf<'text'>, value: string): string | undefined {
  const entered = [...value];
  if (prompt.min !== undefined && entered.length < prompt.min) return `must have at least ${counted(prompt.min)}`;
  if (prompt.max !== undefined && entered.length > prompt.max) return `must have at most ${counted(prompt.max)}`;
  return prompt.mask === undefined ? undefined : maskFault(prompt.mask, entered);
}

function counted(length: number): string {
  return length === 1 ? '1 character' : `${length} characters`;
}

interface MaskStep {
  word: string;
  takes: (character: string) => boolean;
}

const PLACES: Record<string, MaskStep> = {
  '9': { word: 'a digit', takes: (character) => /^[0-9]$/u.test(character) },
  A: { word: 'a letter', takes: (character) => /^\p{L}$/u.test(character) },
  '*': { word: 'any character', takes: () => true },
};

function maskFault(source: string, entered: readonly string[]): string | undefined {
  const steps = maskSteps(source) ?? [];
  for (const [index, step] of steps.entries()) {
    const character = entered[index];
    if (character === undefined || !step.takes(character)) return `must look like ${source}: character ${index + 1} is ${step.word}`;
  }
  return entered.length > steps.length ? `must look like ${source}, which has ${counted(steps.length)}` : undefined;
}

/** Undefined if the mask ends with an incomplete escape. */
function maskSteps(source: string): MaskStep[] | undefined {
  const steps: MaskStep[] = [];
  let isEscaped = false;
  for (const character of source) {
    const place = Object.hasOwn(PLACES, character) ? PLACES[character] : undefined;
    if (isEscaped || (character !== '\\' && !place)) steps.push({ word: `"${character}"`, takes: (other) => other === character });
    else if (place) steps.push(place);
    isEscaped = !isEscaped && character === '\\';
  }
  return isEscaped ? undefined : steps;
}

function refuseTwice(values: readonly string[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) context.addIssue({ code: 'custom', path: [index], message: 'is a duplicate' });
    seen.add(value);
  }
}
