import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { EXPIRES_IN_HEADER, expiresInSchema, SENT_AT_HEADER, sentAtSchema } from '#contract/api-v3/command-expiry.ts';
import { ProblemError } from '#contract/problem.ts';
import type { CommandClock, CommandExpiry } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * When this command is too late; undefined if the client did not say. Only operations that trigger or select call it: one that stops never
     * expires. Throws `invalid-input` naming the header.
     */
    readExpiry(): CommandExpiry | undefined;
  }
}

/** Lets routes read when a command expires. Time counts from the moment that the head of the request was read, also while the request waits for its turn. */
export function readCommandExpiry(app: FastifyApp, clock: CommandClock): void {
  const arrivals = new WeakMap<IncomingMessage, number>();
  app.server.prependListener('request', (request: IncomingMessage) => {
    if (request.headers[EXPIRES_IN_HEADER.toLowerCase()] !== undefined) arrivals.set(request, clock.now());
  });
  app.decorateRequest('readExpiry', function (this: FastifyRequest) {
    const expiresIn = numberIn(this, EXPIRES_IN_HEADER, expiresInSchema);
    const sentAt = numberIn(this, SENT_AT_HEADER, sentAtSchema);
    if (expiresIn === undefined) return undefined;
    return clock.expiry({ expiresIn, sentAt, arrivedAt: arrivals.get(this.raw) ?? clock.now() });
  });
}

function numberIn({ headers }: FastifyRequest, name: string, schema: z.ZodType<number>): number | undefined {
  const given = headers[name.toLowerCase()];
  if (given === undefined) return undefined;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const detail = parsed.error.issues[0]?.message ?? 'is invalid';
  throw new ProblemError('invalid-input', { detail: `${name}: ${detail}`, errors: [{ pointer: name, detail }] });
}
