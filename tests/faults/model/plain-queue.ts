import type { Answer, Job, Line } from './plain-state.ts';

/** The current and the waiting jobs. */
export function queued({ queue }: Line): Job[] {
  return queue.filter(({ isDone }) => !isDone);
}

/** The row of the next copy: an owed one, else the next of the pass. */
export function nextRow({ owed, round, begun }: Job): number | undefined {
  return owed.length > 0 ? Math.min(...owed) : round[begun % round.length];
}

/** Starts the next copy, and returns its row. */
export function takeRow(job: Job): number {
  const row = nextRow(job) ?? -1;
  job.started++;
  if (job.owed.length > 0) job.owed.splice(job.owed.indexOf(row), 1);
  else job.begun++;
  job.isDone = !job.isEndless && job.begun >= job.round.length && job.owed.length === 0;
  return row;
}

/** Sorts the waiting jobs by the keys. */
export function reorder(line: Line, keys: readonly number[]): Answer {
  const before = queued(line);
  const after = inOrderOf(before, keys);
  const [current] = before;
  if (current && after[0] !== current && line.queue.length > 0 && hasBegun(current)) return 'queue-changed';
  line.queue = line.queue.map((job) => (job.isDone ? job : (after.shift() ?? job)));
  line.isStopped = false;
  return 'ordered';
}

/** The jobs sorted by their keys; those without one come last. */
export function inOrderOf<Item>(items: readonly Item[], keys: readonly number[]): Item[] {
  return items
    .map((item, index) => ({ item, key: keys[index] ?? Infinity }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key - b.key))
    .map(({ item }) => item);
}

function hasBegun({ begun, owed }: Job): boolean {
  return begun > 0 || owed.length > 0;
}

/** Removes a job from the queue. */
export function removeJob(line: Line, at: number): Answer {
  const [job] = line.queue.slice(at, at + 1);
  if (!job) return 'not-found';
  line.queue = line.queue.filter((other) => other !== job);
  line.isStopped = false;
  return 'removed';
}

/** Starts again from a checkpoint. */
export function seek(line: Line, at: number): Answer {
  const target = line.queue[at];
  if (!target) return 'not-found';
  if (!target.checkpoint) return 'checkpoint-missing';
  if (line.queue.some(({ frozen, started }, index) => index >= at && started > 0 && frozen !== undefined && frozen.size > 0))
    return 'serials-spent';
  for (const [index, job] of line.queue.entries()) {
    if (index < at && job.isDone) continue;
    Object.assign(job, { begun: 0, owed: [], isDone: index < at, pass: job.pass + 1 });
  }
  line.isStopped = false;
  return 'sought';
}
