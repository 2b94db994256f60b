import type { RenderFaults } from './cannot-render.ts';
import type { Drawing } from './drawing.ts';
import { literalText } from './dynamic-text/dynamic-text.ts';
import { isShown } from './label-objects.ts';
import type { Condition } from './label-objects.ts';
import { ObjectTexts } from './objects/object-texts.ts';
import type { PreparedText, Resolve } from './objects/object-texts.ts';

/** A `visible` that changes from print to print. */
export interface PreparedCondition {
  pointer: string;
  text: PreparedText;
}

/** What a hidden object draws: nothing, nowhere. */
export const NOTHING: Drawing = {
  placement: { x: 0, y: 0, turns: 0 },
  extent: { left: 0, top: 0, width: 0, height: 0 },
  marks: [],
};

/** The conditions that each print decides anew; 'hidden' when one of the others never holds. Texts that cannot be parsed go to the faults. */
export function prepareConditions(conditions: readonly Condition[], faults: RenderFaults): readonly PreparedCondition[] | 'hidden' {
  const prepared: PreparedCondition[] = [];
  for (const { pointer, visible } of conditions) {
    const text = faults.attempt({ pointer }, () => new ObjectTexts().prepare(visible, '/visible'));
    const literal = text && literalText(text.text);
    if (literal !== undefined && !isShown(literal)) return 'hidden';
    if (text && literal === undefined) prepared.push({ pointer, text });
  }
  return prepared;
}

/** Whether an object is drawn in a print; a condition that cannot be resolved goes to the faults. */
export function isVisible(conditions: readonly PreparedCondition[], resolve: Resolve, faults: RenderFaults): boolean {
  return conditions.every(({ pointer, text }) => faults.attempt({ pointer }, () => isShown(resolve(text))) ?? false);
}
