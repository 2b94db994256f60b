import { dictionary } from '#contract/api-v3/name.ts';
import { printJobSchema, selectionSchema, triggerResultSchema, type PrintJob } from '#contract/api-v3/print-job.ts';
import type { Controller } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { empty, json } from '../openapi/operation.ts';
import { authorOf } from './author.ts';
import { normalised } from './normalised.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printing';

/** Print control: select or deselect, abort, trigger. */
export function printingRoutes(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'POST',
      path: '/printJob',
      tag,
      about: {
        summary: 'Select a print job, or deselect with an empty body',
        scope: 'print',
        description: 'The header `strobe-author`, percent-encoded, says who: it is kept with every print of the job.',
      },
      nameless: 'extension',
      body: printJobSchema.nullable(),
      response: { 200: json('Selected.', selectionSchema), 204: empty('Deselected.') },
    },
    async ({ printer, body, request, reply }) => {
      const job = withStoredNames(body ?? printJobSchema.parse({}));
      const selection = await controller.printing.select(printer, job, { claim: request.claim, operator: authorOf(request) });
      return selection ?? reply.code(204).send();
    },
  );
  onPrinter(
    { door, controller },
    {
      method: 'POST',
      path: '/abortPrint',
      tag,
      about: { summary: 'Abort printing', scope: 'print', isStop: true, description: 'Aborting when nothing prints is not an error.' },
      nameless: 'extension',
      response: { 204: empty('Nothing prints any more.') },
    },
    async ({ printer, request, reply }) => {
      await controller.printing.abort(printer, request.claim);
      return reply.code(204).send();
    },
  );
  onPrinter(
    { door, controller },
    {
      method: 'POST',
      path: '/trigger',
      tag,
      about: {
        summary: 'Trigger a print',
        scope: 'print',
        description:
          "Dates and times of the print are those of its trigger by the controller's own clock and time zone, whenever it is marked.",
      },
      nameless: 'extension',
      response: { 202: json('Taken: it prints, or it came within the bounce time.', triggerResultSchema) },
    },
    async ({ printer, request, reply }) => reply.code(202).send(await controller.printing.trigger(printer, request.claim)),
  );
}

/** The job with its names in the form in which names are stored; the key is data and stays as it is. */
export function withStoredNames(job: PrintJob): PrintJob {
  const variables = job.variables && dictionary(Object.entries(job.variables).map(([name, value]) => [normalised(name), value] as const));
  return { ...job, labelName: normalised(job.labelName), tableName: normalised(job.tableName), ...(variables && { variables }) };
}
