import { firstPrintCheckSchema, firstPrintStatementSchema } from '#contract/api-v3/first-print-check.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';
import { onPrinter } from './on-printer.ts';

/** The route of a person's verdict on the first print of a job. */
export function firstPrintCheckRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/job/firstPrintCheck',
      tag: 'printing',
      about: {
        summary: 'State whether the first print of a job is right',
        scope: 'print',
        description:
          'printId is the first print of its job. The header `strobe-author`, percent-encoded, names the person. A later verdict corrects an earlier one; the print ' +
          'record keeps all of them. With the setting firstPrintCheckRequired, the printer makes no second print until the first one is found right.',
        isExtension: true,
      },
      body: firstPrintStatementSchema,
      response: { 200: json('The verdict that is stored.', firstPrintCheckSchema) },
    },
    async ({ printer, body, request }) =>
      controller.firstPrintChecks.state(printer, body, { by: authorOf(request), idempotency: request.idempotency }),
  );
}
