import type { IncomingMessage } from 'node:http';
import { ProblemError } from '#contract/problem.ts';
import { clientOf } from '../budgets.ts';

const MEBIBYTE = 1024 * 1024;

export interface BodyBudgetLimits {
  /** How much memory all bodies may take at once, in bytes. */
  total: number;
  /** How much of it the bodies of one client may take, in bytes. A body that needs more than this is charged this much. */
  perClient: number;
  /** How long a body may wait for its memory, in milliseconds. */
  patience: number;
}

export const BODY_BUDGET: BodyBudgetLimits = { total: 256 * MEBIBYTE, perClient: 192 * MEBIBYTE, patience: 13_000 };

/**
 * A body up to this size, in bytes, never waits and is not charged: no other traffic stands in the way of a trigger, an abort or a deselect. The
 * number of connections bounds how many of them there are.
 */
export const FREE_BYTES = 64 * 1024;

/** A body that waits for its memory. */
interface Waiting {
  client: string;
  bytes: number;
  grant: () => void;
}

/**
 * The memory of all request bodies that are held at once. A body beyond it waits, and nothing of it is read from its socket meanwhile. Bodies are
 * served in the order in which they came; one that only waits for others of the same client holds up no other client.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  /** How much memory is charged to bodies now, in bytes. */
  get held(): number {
    return this.#total;
  }

  /**
   * Charges a body with so many bytes; the function that it gives ends the charge, once. Throws `too-many-requests` when there is no room within
   * the patience, and `invalid-input` when the client goes away meanwhile.
   */
  async take(request: IncomingMessage, bytes: number): Promise<() => void> {
    const client = clientOf(request);
    const charged = Math.min(bytes, this.#limits.perClient);
    if (this.#waiting.size > 0 || !this.#fits(client, charged)) await this.#wait(request, client, charged);
    else this.#charge(client, charged);
    let isHeld = true;
    return () => {
      if (isHeld) this.#charge(client, -charged);
      isHeld = false;
      this.#grantNext();
    };
  }

  async #wait(request: IncomingMessage, client: string, bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const { patience } = this.#limits;
    const waiting: Waiting = { client, bytes, grant: () => resolve(undefined) };
    const broken = () => reject(new ProblemError('invalid-input', { detail: 'The connection ended before the body was complete.' }));
    const timer = setTimeout(() => reject(noRoom(patience)), patience);
    request.once('close', broken);
    if (request.destroyed) broken();
    this.#waiting.add(waiting);
    // It may be that only others of another client wait.
    this.#grantNext();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      request.off('close', broken);
      if (this.#waiting.delete(waiting)) this.#grantNext();
    }
  }

  /** Nobody overtakes a body that waits for the memory of all: small ones would keep a large one waiting for ever. */
  #grantNext(): void {
    for (const waiting of this.#waiting) {
      const { client, bytes, grant } = waiting;
      if (this.#total + bytes > this.#limits.total) return;
      if (!this.#fits(client, bytes)) continue;
      this.#waiting.delete(waiting);
      this.#charge(client, bytes);
      grant();
    }
  }

  #fits(client: string, bytes: number): boolean {
    const { total, perClient } = this.#limits;
    return this.#total + bytes <= total && (this.#held.get(client) ?? 0) + bytes <= perClient;
  }

  #charge(client: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#held.get(client) ?? 0) + bytes;
    if (held === 0) this.#held.delete(client);
    else this.#held.set(client, held);
  }
}

function noRoom(patience: number): ProblemError {
  const waited = `${Math.ceil(patience / 1_000)} s`;
  return new ProblemError('too-many-requests', {
    detail: `Other request bodies took all the memory that there is for them for ${waited}. Nothing was changed: send the request again later.`,
  });
}
