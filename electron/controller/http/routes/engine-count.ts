import { countAcceptanceSchema, engineCountSchema } from '#contract/api-v3/engine-count.ts';
import type { Controller } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { empty, json } from '../openapi/operation.ts';
import { authorOf } from './author.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'history';

/** A printer's own count of its marks: read, accept a difference. */
export function engineCountRoutes(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'GET',
      path: '/engineCount',
      tag,
      about: {
        summary: 'Read how many marks a printer has made by its own count',
        scope: 'read',
        description: 'Beside what prints explain of it, and the last difference that a person accepted.',
        isExtension: true,
      },
      nameless: 'extension',
      response: { 200: json('The count.', engineCountSchema) },
    },
    ({ printer }) => controller.resolving.count(printer),
  );
  onPrinter(
    { door, controller },
    {
      method: 'POST',
      path: '/engineCount/acceptance',
      tag,
      about: {
        summary: "Take a printer's own count as it is",
        scope: 'print',
        description:
          'For a difference that no print explains: the printer was replaced, or marked something by hand. Its error goes. The header ' +
          '`strobe-author`, percent-encoded, says who. While prints are unknown it answers `count-not-acceptable`: once they are resolved the ' +
          'count is taken as it is anyhow.',
        isExtension: true,
      },
      nameless: 'extension',
      body: countAcceptanceSchema,
      response: { 204: empty('Prints explain it all now.') },
    },
    async ({ printer, body, request, reply }) => {
      await controller.resolving.acceptCount(printer, { reason: body.reason, by: authorOf(request), claim: request.claim });
      return reply.code(204).send();
    },
  );
}
