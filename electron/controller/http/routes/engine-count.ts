import { countAcceptanceSchema, engineCountSchema } from '#contract/api-v3/engine-count.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'history';

/** Routes of a printer's own print count: read it, and accept a mismatch. */
export function engineCountRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/engineCount',
      tag,
      about: {
        summary: "Read a printer's own print count",
        scope: 'read',
        description: 'With the number that the print records explain, and the last mismatch that a person accepted.',
        isExtension: true,
      },
      nameless: 'extension',
      response: { 200: json('The count.', engineCountSchema) },
    },
    ({ printer }) => controller.printResolution.count(printer),
  );
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/engineCount/acceptance',
      tag,
      about: {
        summary: 'Accept a print count mismatch',
        scope: 'print',
        description:
          'For a mismatch that no print explains: the printer was replaced, or printed by hand. This clears the error of the printer. The header ' +
          '`strobe-author`, percent-encoded, names the person. While prints are unknown the response is `count-not-acceptable`: resolving them accepts the ' +
          'count too.',
        isExtension: true,
      },
      nameless: 'extension',
      body: countAcceptanceSchema,
      response: { 204: empty('The mismatch is accepted.') },
    },
    async ({ printer, body, request, reply }) => {
      await controller.printResolution.acceptCount(printer, {
        reason: body.reason,
        by: authorOf(request),
        idempotency: request.idempotency,
      });
      return reply.code(204).send();
    },
  );
}
