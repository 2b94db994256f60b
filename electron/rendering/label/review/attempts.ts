import type { Label } from '#contract/api-v3/label.ts';
import type { Drawing } from '../../raster/drawing.ts';
import { LabelFault } from '../../document/label-fault.ts';
import { isShown, locateObjects } from '../../document/locate-objects.ts';
import type { LocatedObject } from '../../document/locate-objects.ts';
import { ObjectTexts } from '../../objects/object-texts.ts';
import type { Resolve } from '../../objects/object-texts.ts';
import { prepareObject } from '../../objects/prepare-object.ts';
import type { RenderContext } from '../../objects/prepare-object.ts';
import { CachedDrawing } from '../../objects/cached-drawing.ts';

/** An object and its drawing, or why it could not be drawn. */
export type Attempt = LocatedObject & ({ drawing: Drawing } | { fault: LabelFault });

/** The result of work, or the fault that it threw. */
export type Outcome<Result> = { value: Result } | { fault: LabelFault };

/** Prepares the objects of a label; the function draws each of them as far as possible. Invisible ones are omitted. */
export function prepareAttempts(label: Label, renderContext: RenderContext): (resolve: Resolve) => Attempt[] {
  const objects = locateObjects(label).map((located) => prepareAttempt(located, renderContext));
  return (resolve) => objects.flatMap((attempt) => attempt(resolve));
}

function prepareAttempt(located: LocatedObject, renderContext: RenderContext): (resolve: Resolve) => Attempt[] {
  const conditions = outcomeOf(() => located.conditions.map(({ visible }) => new ObjectTexts().prepare(visible, '/visible')));
  const prepared = outcomeOf(() => new CachedDrawing(prepareObject(located.object, renderContext).draw));
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

/** Runs work and catches a `LabelFault`; other errors are thrown. */
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
