import { isEditConflict } from '../problems/to-problem.ts';
import { valueDifferences } from '../json/value-differences.ts';

/** How often a change is tried while the production line moves the value. */
const TRIES = 5;

interface Moving<Value> {
  read: () => Promise<Value>;
  /** The content that the operator saw. */
  seen: Value | null;
  /** The field that the production line changes. */
  movingField: string | undefined;
}

/**
 * Changes a resource whose value the production line may move at any time: the resource is then read again and the change repeated.
 * `change` replaces the content that it gets: the current content, or the content that the operator saw if more than `movingField` has
 * changed. That call is rejected, and the error is thrown.
 */
export async function retryWhileMoving<Value, Result>(
  { read, seen, movingField }: Moving<Value>,
  change: (now: Value, seenOf: { expected: Value | null; isOnlyMoved: boolean }) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const now = await read();
    const isOnlyMoved = valueDifferences(now, seen).every(({ place }) => place === movingField);
    try {
      return await change(now, { expected: isOnlyMoved ? now : seen, isOnlyMoved });
    } catch (error) {
      if (!isOnlyMoved || tries >= TRIES || !isEditConflict(error)) throw error;
    }
  }
}
