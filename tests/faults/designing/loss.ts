import { Violation } from '../fault-run.ts';

/** No work that is older than this may be lost by a kill, in milliseconds. */
const PROMISED = 2_000;

/** A text that was in the page at this moment. */
export interface Typed {
  at: number;
  text: string;
}

/** What was done to a label until its browser was killed. Texts only grow: each begins with all that were there before it. */
export interface Seen {
  typed: readonly Typed[];
  killedAt: number;
  /** The draft that was restored before anything was typed: it stays kept. */
  restored?: string;
  /** The draft that was discarded before anything was typed. */
  discarded?: Typed;
}

/** How much work a kill lost of which this is `offered` afterwards: the age of the oldest change that is not in it. Throws a `Violation`. */
export function lossOf({ typed, killedAt, restored, discarded }: Seen, offered: string | undefined): number {
  const isLost = (text: string) => offered === undefined || !offered.startsWith(text);
  if (restored !== undefined && isLost(restored)) throw new Violation(`the draft that was restored is gone: ${JSON.stringify(offered)}`);
  const first = typed.find(({ text }) => isLost(text));
  const loss = first ? killedAt - first.at : 0;
  if (loss > PROMISED) throw new Violation(`what was typed ${loss} ms before the kill is lost: offered is ${JSON.stringify(offered)}`);
  if (discarded && offered === discarded.text && killedAt - discarded.at > PROMISED) {
    throw new Violation(`what was discarded ${killedAt - discarded.at} ms before the kill is offered again`);
  }
  return loss;
}
