import { ProblemError } from '#contract/problem.ts';
import type { FieldError } from '#contract/problem.ts';
import type { LocatedObject } from '../document/locate-objects.ts';
import { LabelFault } from '../document/label-fault.ts';

/** Collects the faults of a label and throws them as one `cannot-render` problem. */
export class RenderFaults {
  readonly #errors: FieldError[] = [];
  /** Places and faults already recorded: a fault shared by several objects is reported once. */
  readonly #seen = new Set<string>();
  #first = '';
  #cause: unknown;

  /** Runs work on a part of the label; records its `LabelFault` and then returns undefined. */
  attempt<Result>(part: { pointer: string; object?: LocatedObject['object'] }, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof LabelFault)) throw error;
      this.#first ||= `${describe(part)}: ${error.message}`;
      this.#cause ??= error;
      const fault = { pointer: part.pointer + error.path, detail: error.message };
      const key = JSON.stringify(fault);
      if (!this.#seen.has(key)) this.#errors.push(fault);
      this.#seen.add(key);
      return undefined;
    }
  }

  /** Throws if any fault was recorded. */
  throwAny(): void {
    if (this.#errors.length === 0) return;
    throw new ProblemError('cannot-render', { detail: this.#first, errors: this.#errors }, { cause: this.#cause });
  }
}

/** Runs work on the whole label; converts its `LabelFault` to a `cannot-render` problem. */
export function attemptLabel<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LabelFault)) throw error;
    const detail = `${describe({ pointer: '' })}: ${error.message}`;
    throw new ProblemError('cannot-render', { detail, errors: [{ pointer: error.path, detail: error.message }] }, { cause: error });
  }
}

function describe({ pointer, object }: { pointer: string; object?: LocatedObject['object'] }): string {
  if (!object) return pointer || 'The label';
  return object.name ? `${object.type} "${object.name}" (${pointer})` : `${object.type} (${pointer})`;
}
