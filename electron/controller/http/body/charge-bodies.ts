import type { IncomingMessage } from 'node:http';
import type { Door } from '../door-types.ts';
import { FREE_BYTES, type BodyBudget } from './body-budget.ts';

/** What is known of a request with a long body. */
interface Charge {
  /** Ends the charge, once. */
  end: () => void;
  /** The handler of the request has begun, and ends the charge. */
  isInHandler: boolean;
  isClosed: boolean;
}

/** Charges the bodies of a server to its budget. */
export class BodyCharges {
  readonly #budget: BodyBudget;
  readonly #charges = new WeakMap<IncomingMessage, Charge>();

  constructor(budget: BodyBudget) {
    this.#budget = budget;
  }

  /**
   * Resolves once a body of `bytes` may take `memory`, both in bytes. It is charged until the handler of its request is done, also when the client
   * has gone, and until the answer when no handler begins. Throws what `BodyBudget.take` throws. Small bodies wait for nothing.
   */
  async charge(request: IncomingMessage, { bytes, memory }: { bytes: number; memory: number }): Promise<void> {
    if (bytes <= FREE_BYTES) return;
    const end = await this.#budget.take(request, memory);
    const charge = this.#charges.get(request);
    if (!charge || charge.isClosed) end();
    else charge.end = end;
  }

  /** Ends charges with the handlers of all routes that are registered after this. */
  watch(door: Door): void {
    const charges = this.#charges;
    // A hook on the response is not called when the client has gone.
    door.addHook('preParsing', ({ raw }, reply, ...[payload, done]) => {
      if (isMaybeLong(raw)) {
        const charge: Charge = { end: () => undefined, isInHandler: false, isClosed: false };
        charges.set(raw, charge);
        reply.raw.once('close', () => {
          charge.isClosed = true;
          if (!charge.isInHandler) charge.end();
        });
      }
      done(null, payload);
    });
    door.addHook('onRoute', (route) => {
      const { handler } = route;
      route.handler = function (request, reply) {
        const charge = charges.get(request.raw);
        const answer: unknown = handler.call(this, request, reply);
        if (charge) {
          charge.isInHandler = true;
          void Promise.resolve(answer).then(charge.end, charge.end);
        }
        return answer;
      };
    });
  }
}

function isMaybeLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > FREE_BYTES;
}
