import { isChangedMeanwhile } from '../../composables/to-problem.ts';
import { valueDifferences } from '../draft/value-differences.ts';

/** How often a thing is tried that the line moves meanwhile. */
const TRIES = 5;

interface Moving<Value> {
  read: () => Promise<Value>;
  /** What a person saw. */
  seen: Value | null;
  /** The field that the line moves by itself. */
  moving: string | undefined;
}

/**
 * Changes a thing that the line may move at any moment: then it is read and tried anew. `change` goes over what it is given, which is what is
 * there now, or what the person saw where somebody changed more than the line does: that is refused, and thrown.
 */
export async function whileLineMoves<Value, Result>(
  { read, seen, moving }: Moving<Value>,
  change: (now: Value, seenOf: { over: Value | null; isStill: boolean }) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const now = await read();
    const isStill = valueDifferences(now, seen).every(({ place }) => place === moving);
    try {
      return await change(now, { over: isStill ? now : seen, isStill });
    } catch (error) {
      if (!isStill || tries >= TRIES || !isChangedMeanwhile(error)) throw error;
    }
  }
}
