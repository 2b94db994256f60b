import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Door } from './door-types.ts';

/** What a client may ask for: so many requests a second for ever, and so many at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

export interface Budgets {
  /** Everything. */
  requests: Rate;
  /** Aborts and deselects only, so that no other traffic of the same client ever stands in their way. */
  stops: Rate;
}

/**
 * 2 000 requests a second: 64 printers, each asked for its status ten times and triggered twenty times a second. A client that has to send
 * more is told to wait, and is given more with `--requests-per-second`.
 */
const REQUESTS_PER_SECOND = 2_000;
const BURST_SECONDS = 5;
/** All printers of a controller can be stopped a dozen times over at once. */
const STOPS: Rate = { perSecond: 100, burst: 1_000 };

export function budgetsOf(requestsPerSecond = REQUESTS_PER_SECOND): Budgets {
  return { requests: { perSecond: requestsPerSecond, burst: requestsPerSecond * BURST_SECONDS }, stops: STOPS };
}

/** Refuses as `too-many-requests` what a client sends beyond its budgets, before anything of it is read. */
export function limitRequests(door: Door, clients: ClientBudgets): void {
  door.addHook('onRequest', (request, reply, done) => {
    const wait = clients.spend(clientOf(request.raw), isStop(request) ? 'stop' : 'request', performance.now());
    if (wait === 0) {
      done();
      return;
    }
    const seconds = Math.ceil(wait / 1_000);
    void reply.header('retry-after', seconds);
    done(new ProblemError('too-many-requests', { detail: `More requests than the service takes of one client. Go on in ${seconds} s.` }));
  });
}

/** Who pays for a request. As long as nobody has to say who they are, it is the address that they come from. */
export function clientOf({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return socket.remoteAddress ?? '';
}

/** No JSON document of so few bytes selects anything: `{}`, with a line's end, and `null`. */
const EMPTY_BYTES = 4;

/** Whether a request can do nothing but end prints: an abort, or a selection of nothing. */
export function isStop({ method, raw: { url = '', headers } }: FastifyRequest): boolean {
  if (method !== 'POST') return false;
  if (url.endsWith('/abortPrint')) return true;
  return url.endsWith('/printJob') && headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= EMPTY_BYTES;
}

/** More clients than this are nobody's plant: the ones known longest are forgotten, which gives them a whole budget anew. */
const MOST_CLIENTS = 4_096;

/** What each client has left. Of a budget one number is kept: the moment at which it is whole again. */
export class ClientBudgets {
  readonly #clients = new Map<string, { requests: number; stops: number }>();
  readonly #budgets: Budgets;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  /** Spends one request. Returns 0, or how many milliseconds the client has to wait. What stops has its own budget first, then that of all. */
  spend(name: string, kind: 'request' | 'stop', now: number): number {
    const client = this.#clients.get(name) ?? this.#meet(name);
    const { requests, stops } = this.#budgets;
    if (kind === 'stop') {
      const paid = spent(stops, client.stops, now);
      if (paid.wait === 0) {
        client.stops = paid.whole;
        return 0;
      }
    }
    const paid = spent(requests, client.requests, now);
    client.requests = paid.whole;
    return paid.wait;
  }

  #meet(name: string): { requests: number; stops: number } {
    const client = { requests: 0, stops: 0 };
    if (this.#clients.size >= MOST_CLIENTS) {
      for (const [eldest] of this.#clients) {
        this.#clients.delete(eldest);
        break;
      }
    }
    this.#clients.set(name, client);
    return client;
  }
}

/** When a budget is whole again after one more request, or unchanged with the time to wait when it has not one left. */
function spent({ perSecond, burst }: Rate, whole: number, now: number): { whole: number; wait: number } {
  const interval = 1_000 / perSecond;
  const next = Math.max(whole, now) + interval;
  const wait = next - now - burst * interval;
  return wait > ROUNDING ? { whole, wait } : { whole: next, wait: 0 };
}

/** Of a millisecond: sums of fractions are never quite what they should be. */
const ROUNDING = 1e-6;
