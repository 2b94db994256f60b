import { ref, shallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import type { TableEdit } from '../../domain/tables/table-edit.ts';
import type { Direction } from './edit-history.ts';

/** An edit to be written. */
export interface EditOrder {
  edit: TableEdit;
  direction: Direction;
}

/** An edit that was not written, and why. */
export interface EditRefusal {
  edit: TableEdit;
  problem: Problem;
}

/**
 * Writes edits one after the other. Typing does not wait: later edits are queued, also after a refused one. All refusals are reported once
 * the queue is empty.
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
