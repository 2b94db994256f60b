import { nextRow, queued } from './plain-queue.ts';
import type { Job, Line } from './plain-state.ts';
import type { SeenJob, SeenPrinter } from './snapshot.ts';

/** The expected state of a printer. */
export function seenPrinter(line: Line): SeenPrinter {
  const { isStopped, isDry, triggers, bounces, printed, missedTriggers, queue, counts, explained, isCountOdd } = line;
  const [current] = queued(line);
  const row = current && nextRow(current);
  return {
    state: isDry ? 'ERROR' : 'STARTED',
    isStopped,
    triggers,
    bounces,
    printed,
    missedTriggers,
    explained: counts ? explained : null,
    isCountOdd,
    waiting: Math.max(0, queued(line).length - 1),
    current: current && { id: current.id, row: row === undefined || row < 0 ? undefined : row },
    queue: seenQueue(queue),
  };
}

function seenQueue(queue: readonly Job[]): SeenJob[] {
  const oldest = queue.findIndex(({ checkpoint }) => checkpoint);
  const shown = queue.filter(({ isDone }, index) => !isDone || (oldest >= 0 && index >= oldest));
  const done = shown.filter(({ isDone }) => isDone);
  const waiting = shown.filter(({ isDone }) => !isDone);
  return shown.map((job) => {
    const position = job.isDone ? done.indexOf(job) - done.length : waiting.indexOf(job);
    const { id, owed, started, printed, voided, checkpoint, frozen } = job;
    const state = job.isDone ? 'done' : position === 0 ? 'current' : 'waiting';
    return { id, position, state, owed: owed.length, started, printed, voided, checkpoint, frozen: frozen !== undefined };
  });
}
