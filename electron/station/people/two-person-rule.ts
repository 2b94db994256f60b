import { counterSchema, type Counter } from '#contract/api-v3/counter.ts';
import type { UnsavedEditKind } from '#contract/station/unsaved-edits.ts';
import { TWO_PERSON_KINDS, TWO_PERSON_OPERATIONS, TWO_PERSON_RULE_OPERATION, type TwoPersonKind } from '#contract/station/two-person.ts';

export interface NamedCommand {
  /** Noun and verb, such as `labels.remove`. */
  operation: string;
  /** As the schema of the operation has parsed it. */
  input: unknown;
}

const KIND_OF: ReadonlyMap<string, TwoPersonKind> = new Map(
  TWO_PERSON_KINDS.flatMap((kind) => TWO_PERSON_OPERATIONS[kind].map((operation): [string, TwoPersonKind] => [operation, kind])),
);

/** Whether a command needs a second person while the rule requires one for these kinds. */
export function needsSecondPerson({ operation, input }: NamedCommand, kinds: readonly TwoPersonKind[]): boolean {
  if (operation === TWO_PERSON_RULE_OPERATION) {
    const { kinds: wanted } = input as { kinds: readonly TwoPersonKind[] };
    return kinds.some((kind) => !wanted.includes(kind));
  }
  const kind = KIND_OF.get(operation);
  if (kind === undefined || !kinds.includes(kind)) return false;
  if (kind === 'counter-back') return isSetBack(input as { counter: Counter; expected: unknown });
  return !operation.startsWith('unsavedEdits.') || isEditOfData(input as UnsavedEditInput);
}

/** What is known about an edit that waits for its controller. */
interface UnsavedEditInput {
  kind: UnsavedEditKind;
  /** Only of an edit that is stored: it is sent as soon as possible. */
  isFinished?: boolean;
}

/** Whether a finished edit changes a table or variable. One that is still being written changes nothing yet. */
function isEditOfData({ kind, isFinished = true }: UnsavedEditInput): boolean {
  return isFinished && (kind === 'table' || kind === 'cells' || kind === 'variable');
}

/**
 * Whether a counter could print values again that it has printed: its value goes back against its direction, the direction is reversed, or the bound at
 * which it starts again comes closer. `expected` is the counter that the person saw, or null for a new one; the controller refuses the change when it has
 * another one, so that the comparison holds for the counter that is changed.
 */
export function isSetBack({ counter, expected }: { counter: Counter; expected: unknown }): boolean {
  if (expected === null) return false;
  const { data: seen } = counterSchema.safeParse(expected);
  if (!seen) return true;
  const direction = Math.sign(seen.step);
  const forward = (from: number, to: number): boolean => (to - from) * direction >= 0;
  const endOf = ({ minValue, maxValue }: Counter): number => (direction > 0 ? maxValue : minValue);
  return Math.sign(counter.step) !== direction || !forward(seen.value, counter.value) || !forward(endOf(seen), endOf(counter));
}
