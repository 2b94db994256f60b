import { selectionSchema } from '#contract/api-v3/print-job.ts';
import { reworkSchema } from '#contract/api-v3/rework.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../../keys/printer-limits.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';
import { onPrinter } from './on-printer.ts';

/** The route that makes prints once more on another printer. */
export function reworkRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/rework',
      tag: 'prints',
      about: {
        summary: 'Make prints once more on this printer',
        scope: 'print',
        description:
          'Appends a frozen job to the queue: each trigger makes one of the prints, in the given order, with the values of its original. ' +
          'It moves no counter. The original is of any printer of this controller and may be printed, handed over or unknown. `supersededBy` of the ' +
          'original and `supersedes` of the new print name each other. A print that is superseded already, or waits in a rework job, is refused with ' +
          '`print-superseded` unless `supersedeAgain` is true. The header `strobe-author`, percent-encoded, names the person.',
        expires: true,
        isExtension: true,
      },
      body: reworkSchema,
      response: { 200: json('The job.', selectionSchema) },
    },
    ({ printer, body, request }) => {
      const origin = { by: authorOf(request), idempotency: request.idempotency, expiry: request.readExpiry() };
      return controller.reworking.rework(printer, body, { ...origin, mayName: (name) => mayName(request.grant, name) });
    },
  );
}
