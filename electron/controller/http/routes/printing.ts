import { dictionary } from '#contract/api-v3/name.ts';
import { isDeselection, printJobSchema, selectionSchema, triggerResultSchema, type PrintJob } from '#contract/api-v3/print-job.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';
import { storedName } from '../app/stored-name.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printing';

/** Routes of print control: select, deselect, abort and trigger. */
export function printingRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/printJob',
      tag,
      about: {
        summary: 'Select a print job, or deselect with an empty body',
        scope: 'print',
        description:
          'The header `strobe-author`, percent-encoded, names the person. The name is stored with every print of the job. A deselection never expires.',
        expires: true,
      },
      nameless: 'extension',
      body: printJobSchema.nullable(),
      response: { 200: json('Selected.', selectionSchema), 204: empty('Deselected.') },
    },
    async ({ printer, body, request, reply }) => {
      const job = withStoredNames(body ?? printJobSchema.parse({}));
      const origin = { idempotency: request.idempotency, operator: authorOf(request) };
      const expiry = isDeselection(job) ? undefined : request.readExpiry();
      const selection = await controller.printing.select(printer, job, { ...origin, expiry });
      return selection ?? reply.code(204).send();
    },
  );
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/abortPrint',
      tag,
      about: { summary: 'Abort printing', scope: 'print', isStop: true, description: 'Aborting when nothing prints is not an error.' },
      nameless: 'extension',
      response: { 204: empty('Printing has stopped.') },
    },
    async ({ printer, request, reply }) => {
      await controller.printing.abort(printer, request.idempotency);
      return reply.code(204).send();
    },
  );
  triggerRoute(app, controller);
}

function triggerRoute(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/trigger',
      tag,
      about: {
        summary: 'Trigger a print',
        scope: 'print',
        description:
          "Dates and times of the print are those of its trigger by the controller's own clock and time zone, whenever it is marked.",
        expires: true,
      },
      nameless: 'extension',
      response: { 202: json('Accepted: it prints, or it came within the bounce time and was ignored.', triggerResultSchema) },
    },
    async ({ printer, request, reply }) => {
      const cause = { idempotency: request.idempotency, expiry: request.readExpiry() };
      return reply.code(202).send(await controller.printing.trigger(printer, cause));
    },
  );
}

/** Normalises the names of a job to the form in which names are stored. The row key is data and stays unchanged. */
export function withStoredNames(job: PrintJob): PrintJob {
  const variables = job.variables && dictionary(Object.entries(job.variables).map(([name, value]) => [storedName(name), value] as const));
  return { ...job, labelName: storedName(job.labelName), tableName: storedName(job.tableName), ...(variables && { variables }) };
}
