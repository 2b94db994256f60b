import { z } from 'zod';
import { triggerResultSchema } from '#contract/api-v3/print-job.ts';
import { printDetailSchema, printsPageSchema, printsQuerySchema, reprintSchema, resolutionSchema } from '#contract/api-v3/print.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { Controller } from '#controller/controller.ts';
import { sendPicture } from '../answer/picture.ts';
import type { Door } from '../door-types.ts';
import { content, empty, json, operation, pngSchema } from '../openapi/operation.ts';
import { authorOf } from './author.ts';
import { normalised } from './normalised.ts';

const TAG = 'prints';

const printIdSchema = z.object({ id: wholeNumberIn({ least: 1 }) });

/** The ledger of prints and their pictures. */
export function printRoutes(door: Door, controller: Controller): void {
  const about = {
    summary: 'Search the prints, newest first',
    scope: 'read',
    printer: 'query',
    description: 'Prints that meet every condition that is given. A page may hold fewer than `limit`: `next` says whether there are more.',
    isExtension: true,
  } as const;
  door.get(
    '/prints',
    { schema: operation(TAG, about, { querystring: printsQuerySchema, response: { 200: json('A page of prints.', printsPageSchema) } }) },
    async (request) =>
      controller.prints.page({
        ...request.query,
        printer: normalised(request.query.printer),
        label: normalised(request.query.label),
      }),
  );
  const single = {
    summary: 'Read one print: its values, texts, moves and reprints',
    scope: 'read',
    printer: 'print',
    isExtension: true,
  } as const;
  door.get(
    '/prints/:id',
    { schema: operation(TAG, single, { params: printIdSchema, response: { 200: json('The print.', printDetailSchema) } }) },
    async (request) => controller.prints.get(request.params.id),
  );
  const response = {
    200: content('The picture, bit by bit as it was printed.', 'image/png', pngSchema),
  };
  door.get(
    '/prints/:id/image',
    {
      schema: operation(
        TAG,
        { summary: 'Picture of a print', scope: 'read', printer: 'print', isExtension: true },
        { params: printIdSchema, response },
      ),
    },
    async (request, reply) => sendPicture(reply, await controller.prints.picture(request.params.id)),
  );
  resolutionRoute(door, controller);
  reprintRoute(door, controller);
}

function resolutionRoute(door: Door, controller: Controller): void {
  const about = {
    summary: 'Say what became of an unknown print',
    scope: 'print',
    printer: 'print',
    description:
      'For whoever has looked at the product. A print that was not made is owed again by its job. With the last unknown print of a printer ' +
      'its own count is taken as it is. The header `strobe-author`, percent-encoded, says who. A print that is not unknown answers `print-not-unknown`.',
    isExtension: true,
  } as const;
  door.post(
    '/prints/:id/resolution',
    { schema: operation(TAG, about, { params: printIdSchema, body: resolutionSchema, response: { 204: empty('It is settled.') } }) },
    async (request, reply) => {
      const { outcome, reason } = request.body;
      await controller.resolving.resolve(request.params.id, outcome, { reason, by: authorOf(request), claim: request.claim });
      return reply.code(204).send();
    },
  );
}

function reprintRoute(door: Door, controller: Controller): void {
  const about = {
    summary: 'Make a print once more',
    scope: 'print',
    printer: 'print',
    description:
      'The same dots at once on the same printer: what refuses a trigger refuses it. It counts in the totals of its job, and advances no counter, ' +
      'row or copy; also its printedColumn stays. `reprints` of the print lists it with its outcome. The header `strobe-author`, percent-encoded, ' +
      'says who. A print that is reserved or sent answers `print-under-way`.',
    isExtension: true,
  } as const;
  const response = { 202: json('Taken: it prints.', triggerResultSchema) };
  door.post(
    '/prints/:id/reprint',
    { schema: operation(TAG, about, { params: printIdSchema, body: reprintSchema, response }) },
    async (request, reply) => {
      const word = { reason: request.body.reason, by: authorOf(request), claim: request.claim };
      return reply.code(202).send(await controller.printing.reprint(request.params.id, word));
    },
  );
}
