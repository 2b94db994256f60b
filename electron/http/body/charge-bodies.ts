import type { IncomingMessage } from 'node:http';
import type { FastifyApp } from '../app/fastify-app.ts';
import { FREE_BYTES, type BodyBudget } from './body-budget.ts';

/** The charge of a request whose body may be long. */
interface Charge {
  /** Ends the charge, once. */
  end: () => void;
  /** Whether the handler has started; then it ends the charge. */
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
   * Resolves when a body of `bytes` may use `memory`, both in bytes. The charge ends when the handler of the request is done, also if the
   * client has disconnected, or with the response when no handler runs. Throws what `BodyBudget.take` throws. Small bodies never wait.
   */
  async charge(request: IncomingMessage, { bytes, memory }: { bytes: number; memory: number }): Promise<void> {
    if (bytes <= FREE_BYTES) return;
    const end = await this.#budget.take(request, memory);
    const charge = this.#charges.get(request);
    if (!charge || charge.isClosed) end();
    else charge.end = end;
  }

  /** Ends charges together with the handlers of all routes registered afterwards. */
  watch(app: FastifyApp): void {
    const charges = this.#charges;
    // Fastify calls no response hook when the client has disconnected.
    app.addHook('preParsing', ({ raw }, reply, ...[payload, done]) => {
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
    app.addHook('onRoute', (route) => {
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
