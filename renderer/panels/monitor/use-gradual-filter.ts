import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import { nextPaint, nextTask } from '../../domain/browser/next-task.ts';

/** What one frame has time for. A tile that appears is styled and laid out, which takes longer than to hide one. */
const BUDGET = 48;
const COST = { show: 4, hide: 1 };
/** With more hidden tiles, before or after the change, the board has hundreds. */
const MANY = 80;

/**
 * Follows the keys of the tiles that a filter hides in steps that fit a frame each: a board of hundreds answers at once, and not when its last tile
 * is in place. Tiles that appear come first, then those that disappear, each in the order of `wanted`. A small change is made in one step.
 */
export function useGradualFilter(wanted: () => ReadonlySet<string>): Readonly<ShallowRef<ReadonlySet<string>>> {
  const hidden = shallowRef(wanted());
  let isStepping = false;
  let isDisposed = false;

  async function follow(): Promise<void> {
    if (isStepping) return;
    isStepping = true;
    // Not in the task that handles the key: the browser lays out the page in it.
    if (wanted().size + hidden.value.size > MANY) await nextTask();
    while (!isDisposed && !step()) await nextPaint();
    isStepping = false;
  }

  /** Makes the changes of one frame. Returns whether no change is left. */
  function step(): boolean {
    const target = wanted();
    const next = new Set(hidden.value);
    let spent = 0;
    for (const key of [...next].filter((each) => !target.has(each))) {
      if (spent >= BUDGET) break;
      next.delete(key);
      spent += COST.show;
    }
    for (const key of [...target].filter((each) => !next.has(each))) {
      if (spent >= BUDGET) break;
      next.add(key);
      spent += COST.hide;
    }
    const isDone = spent < BUDGET || (next.size === target.size && [...next].every((key) => target.has(key)));
    hidden.value = isDone ? target : next;
    return isDone;
  }

  watch(wanted, () => void follow());
  onScopeDispose(() => {
    isDisposed = true;
  });
  return hidden;
}
