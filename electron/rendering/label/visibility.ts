import type { RenderFaults } from './render-faults.ts';
import type { Drawing } from '../raster/drawing.ts';
import { literalText } from '../dynamic-text/dynamic-text.ts';
import { isShown } from '../document/locate-objects.ts';
import type { Condition } from '../document/locate-objects.ts';
import { ObjectTexts } from '../objects/object-texts.ts';
import type { PreparedText, Resolve } from '../objects/object-texts.ts';

/** A `visible` text that differs between prints. */
export interface PreparedCondition {
  pointer: string;
  text: PreparedText;
}

/** The drawing of an invisible object. */
export const EMPTY_DRAWING: Drawing = {
  placement: { x: 0, y: 0, turns: 0 },
  extent: { left: 0, top: 0, width: 0, height: 0 },
  marks: [],
};

/** The conditions that depend on the print; 'hidden' if a constant condition is never true. Faults of unparsable texts are recorded. */
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

/** Whether an object is visible in a print; records the fault of a condition that cannot be resolved. */
export function isVisible(conditions: readonly PreparedCondition[], resolve: Resolve, faults: RenderFaults): boolean {
  return conditions.every(({ pointer, text }) => faults.attempt({ pointer }, () => isShown(resolve(text))) ?? false);
}
