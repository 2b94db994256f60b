import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { isUnreachableError } from '../../stores/unsaved-edits.ts';
import type { PendingSetBack } from '../../domain/counters/counter-form.ts';
import { retryWhileMoving } from '../../domain/counters/retry-while-moving.ts';
import type { Entry } from './check-entries.ts';
import type { Replacement } from './compare-entries.ts';
import type { ExchangeKind } from './exchange-kind.ts';

/** The result of an import. */
export interface ImportOutcome {
  sent: string[];
  failed: { name: string; problem: Problem }[];
  /** The operator declined the confirmation. */
  skipped: string[];
}

export interface Sending {
  connection: string;
  kind: ExchangeKind;
  /** Asks the operator; resolves with the reason, or undefined if declined. */
  ask: (name: string, question: PendingSetBack) => Promise<string | undefined>;
  /** Called with the number of resources that are done. */
  onProgress: (done: number) => void;
}

/** Sends the resources one after the other, each over the content that the operator saw. Stops when the controller becomes unreachable. */
export async function sendEntries(entries: readonly (Entry | Replacement)[], sending: Sending): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { sent: [], failed: [], skipped: [] };
  let lost: Problem | undefined;
  for (const [done, entry] of entries.entries()) {
    sending.onProgress(done);
    try {
      if (lost) outcome.failed.push({ name: entry.name, problem: lost });
      else ((await send(entry, sending)) ? outcome.sent : outcome.skipped).push(entry.name);
    } catch (error) {
      const problem = toProblem(error);
      outcome.failed.push({ name: entry.name, problem });
      if (isUnreachableError(error)) lost = problem;
    }
  }
  return outcome;
}

/** False if the operator declined. */
async function send(entry: Entry | Replacement, sending: Sending): Promise<boolean> {
  const { connection, kind } = sending;
  if ('present' in entry) return replace(entry, sending);
  await kind.put({ connection, name: entry.name }, entry.document, { expected: null });
  return true;
}

/** Printing may change the resource meanwhile. A change by an operator is not overwritten. */
async function replace({ name, document, present }: Replacement, { connection, kind, ask }: Sending): Promise<boolean> {
  const place = { connection, name };
  const moving = { read: () => kind.get(place), seen: present, movingField: kind.movingField };
  let reason: string | undefined;
  return retryWhileMoving(moving, async (now, { expected, isOnlyMoved }) => {
    const question = isOnlyMoved && reason === undefined ? kind.question(now, document) : undefined;
    if (question) reason = await ask(name, question);
    if (question && reason === undefined) return false;
    await kind.put(place, document, { expected, reason });
    return true;
  });
}
