import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { engineKindSchema } from '#contract/api-v3/engine.ts';
import { foundPrintersSchema } from '#contract/api-v3/found-printer.ts';
import { printerDetailSchema, printerTestSchema, writtenConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import { triggerResultSchema } from '#contract/api-v3/print-job.ts';
import { testPrintSchema } from '#contract/api-v3/test-print.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { authorOf } from './author.ts';
import { empty, json, namedSchema, newNamedSchema, operation } from '#http/openapi/operation.ts';

const TAG = 'printers';
type PrinterChange = Awaited<ReturnType<Controller['printerChanges']['put']>>;

const STATUS_OF: Readonly<Record<PrinterChange, number>> = { created: 201, changed: 204, deferred: 202 };
const TESTED = { 200: json('What the device said. Nothing was printed.', printerTestSchema) };

const putQuery = z.strictObject({
  afterJob: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .describe('While a job is selected: `true` applies the configuration after the job, otherwise it is refused.'),
});

/** Routes of the configuration of printers: kinds of engines; read, add, replace, delete, enable, disable and test a printer. */
export function printerConfigurationRoutes(app: FastifyApp, controller: Controller): void {
  const kinds = json('The kinds of engines.', z.array(engineKindSchema));
  app.get(
    '/engines',
    { schema: operation(TAG, { summary: 'List the kinds of engines', scope: 'read', isExtension: true }, { response: { 200: kinds } }) },
    async () => controller.printers.kinds(),
  );
  app.get(
    '/printers/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Read a printer and its configuration', scope: 'read', printer: 'path', isExtension: true },
        { params: namedSchema, response: { 200: json('The printer. Secrets are not included.', printerDetailSchema) } },
      ),
    },
    async (request) => controller.printers.detail(request.params.name),
  );
  putRoute(app, controller);
  removeRoute(app, controller);
  enableRoutes(app, controller);
  pendingRoute(app, controller);
  deviceRoute(app, controller);
  testRoutes(app, controller);
  searchRoute(app, controller);
  testPrintRoute(app, controller);
}

function putRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Add a printer or replace its configuration',
    scope: 'admin',
    printer: 'path',
    isExtension: true,
    description:
      'Fields that are left out get their defaults. Slices share the height evenly, and the name of each print head is unique. Other printers go on ' +
      'printing. With another kind of engine or another address of the device the known device is forgotten: the next one that answers is taken, and the ' +
      'comparison with its count starts again. A password that is left out is kept while kind and address are the same; null removes it.',
  } as const;
  const response = {
    201: empty('Added and started.'),
    202: empty('Stored. It takes effect after the selected jobs.'),
    204: empty('Replaced; the printer was started with it.'),
  };
  app.put(
    '/printers/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, querystring: putQuery, body: writtenConfigurationSchema, response }) },
    async (request, reply) => {
      const { name } = request.params;
      const options = { isDeferred: request.query.afterJob === 'true', condition: conditionOn(controller, request, name) };
      return reply.code(STATUS_OF[await controller.printerChanges.put(name, request.body, options)]).send();
    },
  );
}

function removeRoute(app: FastifyApp, controller: Controller): void {
  const about = { summary: 'Delete a printer', scope: 'admin', printer: 'path', isExtension: true } as const;
  const response = { 204: empty('Deleted. Its prints and its history stay.') };
  app.delete('/printers/:name', { schema: operation(TAG, about, { params: namedSchema, response }) }, async (request, reply) => {
    const { name } = request.params;
    await controller.printerChanges.remove(name, conditionOn(controller, request, name));
    await controller.sparkplug.printerChanged(name, undefined);
    await controller.webhooks.printerChanged(name, undefined);
    return reply.code(204).send();
  });
}

function enableRoutes(app: FastifyApp, controller: Controller): void {
  for (const [verb, isEnabled] of [['enable', true] as const, ['disable', false] as const]) {
    const summary = isEnabled ? 'Enable a printer' : 'Disable a printer: its engine is stopped until it is enabled';
    const schema = operation(
      TAG,
      { summary, scope: 'admin', printer: 'path', isExtension: true },
      { params: namedSchema, response: { 204: empty(isEnabled ? 'Enabled.' : 'Disabled.') } },
    );
    app.post(`/printers/:name/${verb}`, { schema }, async (request, reply) => {
      await controller.printerChanges.setEnabled(request.params.name, isEnabled);
      return reply.code(204).send();
    });
  }
}

function testRoutes(app: FastifyApp, controller: Controller): void {
  app.post(
    '/printers/test',
    {
      schema: operation(
        TAG,
        { summary: 'Test a configuration that is not stored', scope: 'admin', isExtension: true },
        { body: writtenConfigurationSchema, response: TESTED },
      ),
    },
    async (request) => controller.printers.test({ configuration: request.body }),
  );
  app.post(
    '/printers/:name/test',
    {
      schema: operation(
        TAG,
        {
          summary: 'Test the connection of a printer',
          scope: 'admin',
          printer: 'path',
          isExtension: true,
          description:
            'Without a body with the stored configuration; otherwise with this one. A password that is left out is the stored one.',
        },
        { params: namedSchema, body: writtenConfigurationSchema.nullish(), response: TESTED },
      ),
    },
    async (request) => controller.printers.test({ name: request.params.name, configuration: request.body ?? undefined }),
  );
}

function searchRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Search the network for printers that announce themselves',
    scope: 'admin',
    isExtension: true,
    description: 'Takes some seconds. Nothing is connected to, tested or stored.',
  } as const;
  const response = { 200: json('The printers that answered.', foundPrintersSchema) };
  app.post('/printers/search', { schema: operation(TAG, about, { response }) }, async () => controller.printerSearch.search());
}

function testPrintRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Print a test picture or a label as a test',
    scope: 'print',
    printer: 'path',
    expires: true,
    isExtension: true,
    description:
      'Without a body a picture with border, rulers, arrow, QR code, name, time and resolution; with one the label `labelData`, which need not be stored, ' +
      'with the values of now and of the `row`. Its print record has the purpose `test`; no counter advances, no row counts as printed, and it is not in ' +
      '`printedLabels`. Refused with `in-use` while a job is selected, and with `printer-cannot-print` while the printer is not ready or a print is ' +
      'not settled. The header `strobe-author`, percent-encoded, names the person.',
  } as const;
  const response = { 202: json('Taken: it prints.', triggerResultSchema) };
  const parts = { params: namedSchema, body: testPrintSchema.nullish(), response };
  app.post('/printers/:name/testPrint', { schema: operation(TAG, about, parts) }, async (request, reply) => {
    const { idempotency, body } = request;
    const asked = { by: authorOf(request), content: body ?? undefined, idempotency, expiry: request.readExpiry() };
    return reply.code(202).send(await controller.printing.testPrint(request.params.name, asked));
  });
}

function pendingRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Discard a configuration that waits for the end of a job',
    scope: 'admin',
    printer: 'path',
    isExtension: true,
    description: 'See `pendingConfiguration` of the printer. `not-found` if no configuration waits.',
  } as const;
  const schema = operation(TAG, about, { params: namedSchema, response: { 204: empty('Discarded.') } });
  app.delete('/printers/:name/pendingConfiguration', { schema }, async (request, reply) => {
    await controller.printerChanges.discardPending(request.params.name);
    return reply.code(204).send();
  });
}

function deviceRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Accept another device for a printer',
    scope: 'admin',
    printer: 'path',
    isExtension: true,
    description:
      'For a printer whose device was replaced; see `otherDevice`. Settings and configuration stay, and the comparison with the count of the device starts ' +
      'again. Prints that the former device has not confirmed are unknown. Without another device the response is `no-other-device`. Devices of one model without serial ' +
      'numbers cannot be told apart: they need no acceptance. The header `strobe-author`, percent-encoded, names the person.',
  } as const;
  const schema = operation(TAG, about, { params: namedSchema, response: { 204: empty('Accepted.') } });
  app.post('/printers/:name/acceptDevice', { schema }, async (request, reply) => {
    const asked = { by: authorOf(request), idempotency: request.idempotency };
    await controller.printerChanges.acceptDevice(request.params.name, asked);
    return reply.code(204).send();
  });
}

/** Checks the condition of `If-Match`. */
function conditionOn(controller: Controller, request: FastifyRequest, name: string): () => Promise<unknown> {
  const condition = conditionOf(request, async () => jsonTags(await controller.printers.detail(name)));
  return () => controller.change(condition, () => Promise.resolve());
}
