import { renamingSchema } from '#contract/api-v3/renaming.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, namedSchema, operation } from '#http/openapi/operation.ts';

/** What can be renamed: the segment of its path, its noun, and a note. */
const RENAMED = [
  ['labels', 'a label', 'Its versions are kept.'],
  ['tables', 'a table', ''],
  ['variables', 'a variable', ''],
  ['counters', 'a counter', ''],
  ['shiftCodes', 'a shift code', ''],
] as const;

/** Routes that rename labels, tables, printers, variables, counters and shift codes. */
export function renamingRoutes(app: FastifyApp, controller: Controller): void {
  for (const [noun, what, also] of RENAMED) {
    const refused = 'Refused with 409 while a job or a label uses the old name, which the problem lists, and when the new name is taken.';
    const about = {
      summary: `Rename ${what}`,
      scope: 'edit',
      description: [refused, also].filter(Boolean).join(' '),
      isExtension: true,
    } as const;
    app.post(
      `/${noun}/:name/rename`,
      { schema: operation(noun, about, { params: namedSchema, body: renamingSchema, response: { 204: empty('Renamed.') } }) },
      async (request, reply) => {
        await controller.renaming.rename(noun, { name: request.params.name, to: request.body.name }, request.idempotency);
        if (noun === 'labels') controller.labelAcceptance.wake();
        return reply.code(204).send();
      },
    );
  }
  printerRoute(app, controller);
}

function printerRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Rename a printer',
    scope: 'admin',
    printer: 'path',
    description:
      'Its prints, counts, history, settings and the API keys that are limited to it get the new name; the audit log keeps the old one. With a million ' +
      'prints this takes some seconds, in which the other printers wait. Refused with 409 while a job is selected, and when the new name is that of ' +
      'another printer or of prints of a removed one.',
    isExtension: true,
  } as const;
  const schema = operation('printers', about, { params: namedSchema, body: renamingSchema, response: { 204: empty('Renamed.') } });
  app.post('/printers/:name/rename', { schema }, async (request, reply) => {
    await controller.printerChanges.rename({ name: request.params.name, to: request.body.name }, request.idempotency);
    await controller.signalDevices.printerRenamed(request.params.name, request.body.name);
    await controller.sparkplug.printerChanged(request.params.name, request.body.name);
    await controller.webhooks.printerChanged(request.params.name, request.body.name);
    return reply.code(204).send();
  });
}
