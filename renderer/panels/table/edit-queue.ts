import { ref, shallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../composables/to-problem.ts';
import type { CellEdit, Direction } from './edit-history.ts';

/** An edit that is to be made. */
export interface EditOrder {
  edit: CellEdit;
  direction: Direction;
}

/** An edit that was not made, and why. */
interface EditRefusal {
  edit: CellEdit;
  problem: Problem;
}

/**
 * Makes edits one after the other. Whoever types on does not wait: what is ordered meanwhile is written too, also behind one that is refused. All
 * that were refused are told once nothing is left to write.
 */
export function editQueue(write: (order: EditOrder) => Promise<void>) {
  const ordered: EditOrder[] = [];
  const isPending = ref(false);
  const refusals = shallowRef<readonly EditRefusal[]>([]);

  async function order(wanted: EditOrder): Promise<void> {
    ordered.push(wanted);
    if (isPending.value) return;
    isPending.value = true;
    const refused: EditRefusal[] = [];
    for (let next = ordered.shift(); next; next = ordered.shift()) {
      try {
        await write(next);
      } catch (error) {
        refused.push({ edit: next.edit, problem: toProblem(error) });
      }
    }
    refusals.value = refused;
    isPending.value = false;
  }

  function reset(): void {
    refusals.value = [];
  }

  return { order, isPending, refusals, reset };
}
