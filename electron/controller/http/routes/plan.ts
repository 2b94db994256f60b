import type { PlannedPrint } from '#contract/api-v3/plan.ts';
import { planSchema } from '#contract/api-v3/plan.ts';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import type { Controller } from '#controller/controller.ts';
import { encodePicture } from '../answer/picture.ts';
import type { Door } from '../door-types.ts';
import { json } from '../openapi/operation.ts';
import { onPrinter } from './on-printer.ts';
import { withStoredNames } from './printing.ts';

type DrawnPrint = Awaited<ReturnType<Controller['planning']['plan']>>['first'];

/** What a selection would change. */
export function planRoute(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'POST',
      path: '/plan',
      tag: 'printing',
      about: {
        summary: 'Tell what a selection would change',
        scope: 'read',
        description:
          'Nothing changes. What would be refused as a selection is refused here. With the answer\'s "plan" the selection does what was planned or answers 409.',
        isExtension: true,
      },
      body: printJobSchema,
      response: { 200: json('What would change, with the first print and the last.', planSchema) },
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
