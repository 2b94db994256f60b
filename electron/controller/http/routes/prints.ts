import { z } from 'zod';
import { triggerResultSchema } from '#contract/api-v3/print-job.ts';
import { printDetailSchema, printsPageSchema, printsQuerySchema, reprintSchema, resolutionSchema } from '#contract/api-v3/print.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { Controller } from '#controller/controller.ts';
import { sendPicture } from '../answer/send-picture.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, empty, json, operation, pngSchema } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';
import { storedName } from '../app/stored-name.ts';

const TAG = 'prints';

const printIdSchema = z.object({ id: wholeNumberIn({ least: 1 }) });

/** Routes of the print records and their pictures. */
export function printRoutes(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Search the prints, newest first',
    scope: 'read',
    printer: 'query',
    description: 'Prints that meet all given conditions. A page may have fewer than `limit` prints; `next` is present if there are more.',
    isExtension: true,
  } as const;
  app.get(
    '/prints',
    { schema: operation(TAG, about, { querystring: printsQuerySchema, response: { 200: json('A page of prints.', printsPageSchema) } }) },
    async (request) =>
      controller.prints.page({
        ...request.query,
        printer: storedName(request.query.printer),
        label: storedName(request.query.label),
      }),
  );
  const single = {
    summary: 'Read a print with its values, texts, counter steps and reprints',
    scope: 'read',
    printer: 'print',
    isExtension: true,
  } as const;
  app.get(
    '/prints/:id',
    { schema: operation(TAG, single, { params: printIdSchema, response: { 200: json('The print.', printDetailSchema) } }) },
    async (request) => {
      const { id } = request.params;
      const print = await controller.prints.get(id);
      const firstPrintChecks = await controller.firstPrintChecks.ofPrint(id);
      return firstPrintChecks.length === 0 ? print : { ...print, firstPrintChecks };
    },
  );
  const response = {
    200: content('The picture, dot by dot as it was printed.', 'image/png', pngSchema),
  };
  app.get(
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
  resolutionRoute(app, controller);
  reprintRoute(app, controller);
}

function resolutionRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Resolve an unknown print',
    scope: 'print',
    printer: 'print',
    description:
      'Call it after a person has checked the product. A print that was not made is printed again by its job. Resolving the last unknown print of a printer ' +
      "also accepts the printer's own count. The header `strobe-author`, percent-encoded, names the person. A print that is not unknown is refused with `print-not-unknown`.",
    isExtension: true,
  } as const;
  app.post(
    '/prints/:id/resolution',
    { schema: operation(TAG, about, { params: printIdSchema, body: resolutionSchema, response: { 204: empty('It is settled.') } }) },
    async (request, reply) => {
      const { outcome, reason } = request.body;
      await controller.printResolution.resolve(request.params.id, outcome, {
        reason,
        by: authorOf(request),
        idempotency: request.idempotency,
      });
      return reply.code(204).send();
    },
  );
}

function reprintRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Reprint a print',
    scope: 'print',
    printer: 'print',
    description:
      'Prints the same dots at once on the same printer; what refuses a trigger refuses a reprint. It counts in the totals of its job, and advances no counter, ' +
      'row or copy and does not change its printedColumn. `reprints` of the print lists it with its outcome. The header `strobe-author`, percent-encoded, ' +
      'names the person. A print that is reserved or sent is refused with `print-under-way`.',
    expires: true,
    isExtension: true,
  } as const;
  const response = { 202: json('Taken: it prints.', triggerResultSchema) };
  app.post(
    '/prints/:id/reprint',
    { schema: operation(TAG, about, { params: printIdSchema, body: reprintSchema, response }) },
    async (request, reply) => {
      const statement = { reason: request.body.reason, by: authorOf(request), idempotency: request.idempotency };
      return reply.code(202).send(await controller.printing.reprint(request.params.id, { ...statement, expiry: request.readExpiry() }));
    },
  );
}
