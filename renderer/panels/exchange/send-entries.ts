import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../composables/to-problem.ts';
import { isUnreachable } from '../../stores/drafts.ts';
import type { PendingSetBack } from '../counter/use-counter-actions.ts';
import { whileLineMoves } from '../counter/while-line-moves.ts';
import type { Entry } from './check-entries.ts';
import type { Replacement } from './compare-entries.ts';
import type { Exchanged } from './exchanged.ts';

/** What became of the things that were sent. */
export interface ImportOutcome {
  sent: string[];
  failed: { name: string; problem: Problem }[];
  /** A person said no to the question. */
  kept: string[];
}

export interface Sending {
  connection: string;
  kind: Exchanged;
  /** Asks a person, who gives a reason for a yes; undefined = no. */
  ask: (name: string, question: PendingSetBack) => Promise<string | undefined>;
  /** How many are done. */
  tell: (done: number) => void;
}

/** Sends one after the other, each over what a person saw. When the controller is lost, the rest is not tried. */
export async function sendEntries(entries: readonly (Entry | Replacement)[], sending: Sending): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { sent: [], failed: [], kept: [] };
  let lost: Problem | undefined;
  for (const [done, entry] of entries.entries()) {
    sending.tell(done);
    try {
      if (lost) outcome.failed.push({ name: entry.name, problem: lost });
      else ((await send(entry, sending)) ? outcome.sent : outcome.kept).push(entry.name);
    } catch (error) {
      const problem = toProblem(error);
      outcome.failed.push({ name: entry.name, problem });
      if (isUnreachable(error)) lost = problem;
    }
  }
  return outcome;
}

/** False when a person said no. */
async function send(entry: Entry | Replacement, sending: Sending): Promise<boolean> {
  const { connection, kind } = sending;
  if ('present' in entry) return replace(entry, sending);
  await kind.put({ connection, name: entry.name }, entry.document, { over: null });
  return true;
}

/** The line may move a thing while it is asked for and sent. What a person changed is refused. */
async function replace({ name, document, present }: Replacement, { connection, kind, ask }: Sending): Promise<boolean> {
  const place = { connection, name };
  const moving = { read: () => kind.get(place), seen: present, moving: kind.moving };
  let reason: string | undefined;
  return whileLineMoves(moving, async (now, { over, isStill }) => {
    const question = isStill && reason === undefined ? kind.question(now, document) : undefined;
    if (question) reason = await ask(name, question);
    if (question && reason === undefined) return false;
    await kind.put(place, document, { over, reason });
    return true;
  });
}
