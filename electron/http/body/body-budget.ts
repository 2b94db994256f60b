import type { IncomingMessage } from 'node:http';
import { ProblemError } from '#contract/problem.ts';
import { clientOf } from '../app/client-budgets.ts';

const MEBIBYTE = 1024 * 1024;

export interface BodyBudgetLimits {
  /** How much memory all bodies together may take, in bytes. */
  total: number;
  /** How much of it the bodies of one client may take, in bytes. A larger body is charged this much. */
  perClient: number;
  /** How long a body may wait for memory, in milliseconds. */
  patience: number;
}

export const BODY_BUDGET: BodyBudgetLimits = { total: 256 * MEBIBYTE, perClient: 192 * MEBIBYTE, patience: 13_000 };

/**
 * Bodies up to this size, in bytes, are not charged and never wait, so no other traffic delays a trigger, an abort or a deselection. The
 * limit of connections bounds how many there are.
 */
export const FREE_BYTES = 64 * 1024;

/** A body that waits for memory. */
interface Waiting {
  client: string;
  bytes: number;
  grant: () => void;
}

/**
 * Limits the memory of all request bodies in progress. A body that does not fit waits, and nothing of it is read from its socket. Bodies
 * are admitted in order of arrival; one that waits only for other bodies of its client delays no other client.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  /** How many bytes are charged at present. */
  get held(): number {
    return this.#total;
  }

  /**
   * Charges a body; the returned function ends the charge and may be called once. Throws `too-many-requests` when there is no memory within
   * the patience, and `invalid-input` when the client disconnects meanwhile.
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
    // A body behind this one may wait for another client's limit only.
    this.#grantNext();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      request.off('close', broken);
      if (this.#waiting.delete(waiting)) this.#grantNext();
    }
  }

  /** Admits strictly in order: small bodies would otherwise keep a large one waiting forever. */
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
    detail: `Other request bodies used all the available memory for ${waited}. Nothing was changed: send the request again later.`,
  });
}
