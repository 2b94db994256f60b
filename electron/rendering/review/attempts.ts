import type { Label } from '#contract/api-v3/label.ts';
import type { Drawing } from '../drawing.ts';
import { LabelFault } from '../label-fault.ts';
import { isShown, locateObjects } from '../label-objects.ts';
import type { LocatedObject } from '../label-objects.ts';
import { ObjectTexts } from '../objects/object-texts.ts';
import type { Resolve } from '../objects/object-texts.ts';
import { prepareObject } from '../objects/prepare-object.ts';
import type { Surroundings } from '../objects/prepare-object.ts';
import { RememberedDrawing } from '../remembered-drawing.ts';

/** What came of an object of a print. */
export type Attempt = LocatedObject & ({ drawing: Drawing } | { fault: LabelFault });

/** Either what work gives, or the fault that it ends with. */
export type Outcome<Result> = { value: Result } | { fault: LabelFault };

/** The objects of a label, each drawn as far as it can be, print after print. Hidden ones are left out. */
export function prepareAttempts(label: Label, surroundings: Surroundings): (resolve: Resolve) => Attempt[] {
  const objects = locateObjects(label).map((located) => prepareAttempt(located, surroundings));
  return (resolve) => objects.flatMap((attempt) => attempt(resolve));
}

function prepareAttempt(located: LocatedObject, surroundings: Surroundings): (resolve: Resolve) => Attempt[] {
  const conditions = outcomeOf(() => located.conditions.map(({ visible }) => new ObjectTexts().prepare(visible, '/visible')));
  const prepared = outcomeOf(() => new RememberedDrawing(prepareObject(located.object, surroundings).draw));
  return (resolve) => {
    const isShownNow = outcomeOf(() => valueOf(conditions).every((condition) => isShown(resolve(condition))));
    if ('value' in isShownNow && !isShownNow.value) return [];
    const drawing = outcomeOf(() => {
      valueOf(isShownNow);
      return valueOf(prepared).draw(resolve);
    });
    return ['value' in drawing ? { ...located, drawing: drawing.value } : { ...located, fault: drawing.fault }];
  };
}

/** What work gives, or the `LabelFault` that it ends with; throws everything else. */
export function outcomeOf<Result>(work: () => Result): Outcome<Result> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof LabelFault) return { fault: error };
    throw error;
  }
}

/** The value; throws the fault. */
export function valueOf<Result>(outcome: Outcome<Result>): Result {
  if ('fault' in outcome) throw outcome.fault;
  return outcome.value;
}
