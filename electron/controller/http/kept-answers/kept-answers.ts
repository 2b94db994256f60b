import type { Footing, Ground } from '#controller/controller.ts';

/** An answer as fastify sent it. */
export interface KeptAnswer {
  /** The pattern of its path. */
  route: string;
  etag: string;
  body: string;
  /** Name and value in turn. */
  headers: string[];
  /** Of the answer that says that the asker has it already. */
  knownHeaders: string[];
  footing: Pick<Footing, 'ground'>;
  /** The ground of before anything of it was read, the same as that of after. */
  ground: Ground;
}

/** Of all together: the status of some thousand printers. Those made longest ago are forgotten. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
/** A longer answer takes the place of too many others. */
const LONGEST = MOST_CHARACTERS / 16;
/** What an answer takes beside its body. */
const HEAD_CHARACTERS = 1_024;

/**
 * Answers that were given and still hold. Whoever looks at a plant asks the same again and again, and mostly nothing has happened.
 *
 * The promise: what is given from here is, byte for byte, what the door behind would answer at this moment. It is kept only from the door's own
 * answer, and only when nothing that it was made from has changed while it was made (`Footing.ground`, taken before and after). It is given only
 * while all of that is still the same: that is looked up at each request, by counts that grow with each change, and nothing is ever kept for a
 * time. Where a change cannot be counted the answer is not kept: a status with errors, a doubtful clock, a full disk.
 *
 * `keepAnswers` fills it behind all other hooks; a route says with `config.footing` that its answers may be kept. `answerFromKept` gives them out
 * in front of fastify, to plain requests that the guard and the budget let in; everything else goes through the whole door.
 */
export class KeptAnswers {
  /** By the target of the request, exactly as it was sent. */
  readonly #answers = new Map<string, KeptAnswer>();
  #characters = 0;
  #isClosed = false;

  /** Keeps one instead of the one before. */
  keep(target: string, answer: KeptAnswer): void {
    this.#forget(target);
    if (sizeOf(answer) > LONGEST) return;
    this.#answers.set(target, answer);
    this.#characters += sizeOf(answer);
    for (const eldest of this.#answers.keys()) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#forget(eldest);
    }
  }

  /** The answer with this ETag was made anew, on this ground, and is the same as before. */
  renew(target: string, etag: string, ground: Ground): void {
    const known = this.#answers.get(target);
    if (known?.etag === etag) this.keep(target, { ...known, ground });
  }

  /** What holds at this moment. */
  find(target: string): KeptAnswer | undefined {
    const answer = this.#answers.get(target);
    return answer && !this.#isClosed && isSame(answer.ground, answer.footing.ground()) ? answer : undefined;
  }

  /** Gives nothing out any more. */
  close(): void {
    this.#isClosed = true;
    this.#answers.clear();
  }

  #forget(target: string): void {
    const known = this.#answers.get(target);
    if (!known) return;
    this.#answers.delete(target);
    this.#characters -= sizeOf(known);
  }
}

function sizeOf({ body }: KeptAnswer): number {
  return HEAD_CHARACTERS + body.length;
}

/** Whether nothing has changed between two looks at one ground. */
export function isSame(before: Ground | undefined, after: Ground | undefined): boolean {
  return before !== undefined && after !== undefined && before.every((count, index) => count === after[index]);
}
