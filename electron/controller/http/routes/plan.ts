import type { PlannedPrint } from '#contract/api-v3/plan.ts';
import { planSchema } from '#contract/api-v3/plan.ts';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import type { Controller } from '#controller/controller.ts';
import { encodePicture } from '../answer/send-picture.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';
import { withStoredNames } from './printing.ts';

type DrawnPrint = Awaited<ReturnType<Controller['planning']['plan']>>['first'];

/** The route that says what a selection would change. */
export function planRoute(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/plan',
      tag: 'printing',
      about: {
        summary: 'Read what a selection would change',
        scope: 'read',
        description:
          'Changes nothing, and refuses what the selection would refuse. A selection that sends the returned "plan" does exactly what was planned, or is refused with 409.',
        isExtension: true,
      },
      body: printJobSchema,
      response: { 200: json('The changes, with the first and the last print.', planSchema) },
    },
    async ({ printer, body }) => {
      const { first, last, ...rest } = await controller.planning.plan(printer, withStoredNames(body));
      return { ...rest, first: toPlannedPrint(first), last: last && toPlannedPrint(last) };
    },
  );
}

function toPlannedPrint({ picture, ...rest }: DrawnPrint): PlannedPrint {
  return { ...rest, picture: Buffer.from(encodePicture(picture)).toString('base64') };
}
