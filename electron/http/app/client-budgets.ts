import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { FastifyApp } from './fastify-app.ts';

/** A token bucket: the sustained rate, and how many requests at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

export interface Budgets {
  /** All requests. */
  requests: Rate;
  /** Only aborts and deselections, so that other traffic of the same client never delays them. */
  stops: Rate;
}

/**
 * 2 000 requests a second are enough for 64 printers, each polled ten times and triggered twenty times a second. `--requests-per-second`
 * raises it.
 */
const REQUESTS_PER_SECOND = 2_000;
const BURST_SECONDS = 5;
/** Enough to stop all printers of a controller a dozen times at once. */
const STOPS: Rate = { perSecond: 100, burst: 1_000 };

export function budgetsOf(requestsPerSecond = REQUESTS_PER_SECOND): Budgets {
  return { requests: { perSecond: requestsPerSecond, burst: requestsPerSecond * BURST_SECONDS }, stops: STOPS };
}

/**
 * Refuses requests beyond a client's budget with `too-many-requests`, before their body is read. A client is a network address by default; requests
 * for which `nameOf` returns undefined are not limited.
 */
export function limitRequests(
  app: FastifyApp,
  clients: ClientBudgets,
  nameOf: (request: FastifyRequest) => string | undefined = ({ raw }) => clientOf(raw),
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const name = nameOf(request);
    const wait = name === undefined ? 0 : clients.spend(name, isStop(request) ? 'stop' : 'request', performance.now());
    if (wait === 0) {
      done();
      return;
    }
    const seconds = Math.ceil(wait / 1_000);
    void reply.header('retry-after', seconds);
    done(new ProblemError('too-many-requests', { detail: `Too many requests from this client. Try again in ${seconds} s.` }));
  });
}

/** The client that a request is charged to: its network address, since requests need no key. */
export function clientOf({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return socket.remoteAddress ?? '';
}

/** The longest empty selection: `{}` with a line end, or `null`. No JSON document of this size selects anything. */
const EMPTY_BYTES = 4;

/** Whether a request can only stop printing: an abort, or the selection of nothing. */
export function isStop({ method, raw: { url = '', headers } }: FastifyRequest): boolean {
  if (method !== 'POST') return false;
  if (url.endsWith('/abortPrint')) return true;
  return url.endsWith('/printJob') && headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= EMPTY_BYTES;
}

/** Evicts the oldest client beyond this many; its budget resets. */
const MAX_CLIENTS = 4_096;

/** The remaining budgets of each client. A budget is one number: the time at which it is full again. */
export class ClientBudgets {
  readonly #clients = new Map<string, { requests: number; stops: number }>();
  readonly #budgets: Budgets;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  /** Charges one request. Returns 0, or the milliseconds to wait. A stop uses its own budget first, then the general one. */
  spend(name: string, kind: 'request' | 'stop', now: number): number {
    const client = this.#clients.get(name) ?? this.#add(name);
    const { requests, stops } = this.#budgets;
    if (kind === 'stop') {
      const charged = charge(stops, client.stops, now);
      if (charged.wait === 0) {
        client.stops = charged.fullAt;
        return 0;
      }
    }
    const charged = charge(requests, client.requests, now);
    client.requests = charged.fullAt;
    return charged.wait;
  }

  /** The milliseconds until the general budget of a client has a request again; 0 if it has one. Charges nothing. */
  waitOf(name: string, now: number): number {
    const client = this.#clients.get(name);
    return client ? charge(this.#budgets.requests, client.requests, now).wait : 0;
  }

  #add(name: string): { requests: number; stops: number } {
    const client = { requests: 0, stops: 0 };
    if (this.#clients.size >= MAX_CLIENTS) {
      for (const [eldest] of this.#clients) {
        this.#clients.delete(eldest);
        break;
      }
    }
    this.#clients.set(name, client);
    return client;
  }
}

/** The time at which a budget is full again after one more request; unchanged, with the time to wait, when it is used up. */
function charge({ perSecond, burst }: Rate, fullAt: number, now: number): { fullAt: number; wait: number } {
  const interval = 1_000 / perSecond;
  const next = Math.max(fullAt, now) + interval;
  const wait = next - now - burst * interval;
  return wait > ROUNDING ? { fullAt, wait } : { fullAt: next, wait: 0 };
}

/** In milliseconds: compensates the rounding of sums of fractions. */
const ROUNDING = 1e-6;
