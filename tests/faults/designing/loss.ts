import { Violation } from '../fault-run.ts';

/** Maximum age of work that a kill may lose, in milliseconds. */
const PROMISED = 2_000;

/** A text of the page at a point in time. */
export interface Typed {
  at: number;
  text: string;
}

/** The edits of a label until its browser was killed. Texts only grow: each begins with all previous ones. */
export interface Seen {
  typed: readonly Typed[];
  killedAt: number;
  /** The draft that was restored before typing; it remains stored. */
  restored?: string;
  /** The draft that was discarded before typing. */
  discarded?: Typed;
}

/** The work lost by a kill: the age of the oldest change that is not in the `offered` draft. Throws a `Violation`. */
export function lossOf({ typed, killedAt, restored, discarded }: Seen, offered: string | undefined): number {
  const isLost = (text: string) => offered === undefined || !offered.startsWith(text);
  if (restored !== undefined && isLost(restored)) throw new Violation(`the restored draft is lost: ${JSON.stringify(offered)}`);
  const first = typed.find(({ text }) => isLost(text));
  const loss = first ? killedAt - first.at : 0;
  if (loss > PROMISED) throw new Violation(`the text typed ${loss} ms before the kill is lost; offered is ${JSON.stringify(offered)}`);
  if (discarded && offered === discarded.text && killedAt - discarded.at > PROMISED) {
    throw new Violation(`the draft discarded ${killedAt - discarded.at} ms before the kill is offered again`);
  }
  return loss;
}
