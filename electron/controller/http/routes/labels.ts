import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { labelSchema, labelSummarySchema, storedLabelSchema } from '#contract/api-v3/label.ts';
import { labelChangeQuerySchema, labelChangeSchema } from '#contract/api-v3/label-change.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import { ProblemError, type FieldError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { HeldKey } from '../../keys/api-keys.ts';
import { mayName } from '../../keys/printer-limits.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import { validatorCompiler } from '#http/answer/validate.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { storedName } from '../app/stored-name.ts';
import { dictionaryOf, empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'labels';

/** A label as it is stored, even if this version cannot use it. */
export const STORED_LABEL = json(
  'The label. One that this version cannot use is returned as it is stored.',
  z.union([labelSchema, storedLabelSchema]),
);

/** Routes of labels: list, read, put and delete. */
export function labelRoutes(app: FastifyApp, controller: Controller): void {
  app.get(
    '/labels',
    {
      schema: operation(
        TAG,
        { summary: 'List all labels', scope: 'read' },
        { response: { 200: json('All labels, by name.', dictionaryOf(labelSummarySchema)) } },
      ),
    },
    async () => dictionary(await controller.labels.list()),
  );
  app.get(
    '/labels/:name',
    {
      schema: operation(TAG, { summary: 'Read a label', scope: 'read' }, { params: namedSchema, response: { 200: STORED_LABEL } }),
    },
    async (request) => (await controller.labels.get(request.params.name)).label,
  );
  void app.register((scope, _options, done) => {
    const labelScope = scope.withTypeProvider<ZodTypeProvider>();
    labelScope.setValidatorCompiler(validatorCompiler(findObjectFaults));
    putRoute(labelScope, controller);
    done();
  });
  app.delete(
    '/labels/:name',
    { schema: operation(TAG, { summary: 'Delete a label', scope: 'edit' }, { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.removal.label(name, { by: authorOf(request), condition: labelCondition(controller, request, name) });
      return reply.code(204).send();
    },
  );
}

/** The faults of the well-formed objects of a document that is not a valid label. */
async function findObjectFaults(document: unknown, faults: readonly FieldError[]): Promise<FieldError[]> {
  const { checkValidObjects } = await import('#rendering/label/check-valid-objects.ts');
  return checkValidObjects(document, faults);
}

function putRoute(scope: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Create or modify a label',
    scope: 'edit',
    description:
      'Jobs print the version that was current when they were selected, unless `runningJobs` or the setting of the controller says otherwise. ' +
      'Where only approved labels print, a version that is not approved reaches no job.',
  } as const;
  const updated = json('With `runningJobs=update`: replaced; the jobs that print the new version.', labelChangeSchema);
  const parts = {
    ...{ params: newNamedSchema, querystring: labelChangeQuerySchema, body: labelSchema },
    response: { 200: updated, ...putAnswers },
  };
  scope.put('/labels/:name', { schema: operation(TAG, about, parts) }, async (request, reply) => {
    const { name } = request.params;
    const { runningJobs } = request.query;
    const printers = namedPrinters(controller, request.query.printers);
    if (runningJobs === 'update') refuseOtherPrinters(request.grant, printers);
    const author = authorOf(request);
    const condition = labelCondition(controller, request, name);
    const { isCreated, ...change } = await controller.labelChanges.put(name, request.body, { author, condition, runningJobs, printers });
    controller.labelAcceptance.wake();
    if (isCreated) return reply.code(201).send();
    return runningJobs === 'update' ? reply.code(200).send(change) : reply.code(204).send();
  });
}

/** The printers of a query: a text that is no name of a printer is a list. */
function namedPrinters({ printers }: Controller, given: string | string[] | undefined): string[] | undefined {
  const known = new Set(printers.names());
  const texts = given === undefined ? undefined : [given].flat().map((text) => storedName(text));
  return texts?.flatMap((text) => (known.has(text) ? [text] : text.split(',')));
}

/** Throws `forbidden` for a key that is limited to other printers: it changes what they print. */
function refuseOtherPrinters(grant: HeldKey | undefined, printers: readonly string[] | undefined): void {
  if (grant?.printers === undefined || printers?.every((printer) => mayName(grant, printer))) return;
  const allowed = grant.printers.map((name) => JSON.stringify(name)).join(', ');
  const detail = `The key ${JSON.stringify(grant.name)} is limited to the printers ${allowed}: name some of them in the parameter printers.`;
  throw new ProblemError('forbidden', { detail });
}

function labelCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags((await controller.labels.get(name, trx)).label));
}
