import { ProblemError } from '#contract/problem.ts';
import type { FieldError } from '#contract/problem.ts';
import type { LocatedObject } from './label-objects.ts';
import { LabelFault } from './label-fault.ts';

/** Gathers what is wrong with a label, one entry per fault, and throws it as one `cannot-render` problem. */
export class RenderFaults {
  readonly #errors: FieldError[] = [];
  /** Places and faults that are kept: what several objects depend on is one fault. */
  readonly #known = new Set<string>();
  #first = '';
  #cause: unknown;

  /** Runs work on a part of the label; its `LabelFault` is kept, and nothing is returned. */
  attempt<Result>(part: { pointer: string; object?: LocatedObject['object'] }, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof LabelFault)) throw error;
      this.#first ||= `${describe(part)}: ${error.message}`;
      this.#cause ??= error;
      const fault = { pointer: part.pointer + error.path, detail: error.message };
      const key = JSON.stringify(fault);
      if (!this.#known.has(key)) this.#errors.push(fault);
      this.#known.add(key);
      return undefined;
    }
  }

  /** Throws when anything was wrong. */
  throwAny(): void {
    if (this.#errors.length === 0) return;
    throw new ProblemError('cannot-render', { detail: this.#first, errors: this.#errors }, { cause: this.#cause });
  }
}

/** Runs work on the label as a whole; its `LabelFault` becomes a `cannot-render` problem. */
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
