import { printerSettingsSchema } from '#contract/api-v3/printer-settings.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printers';
const path = '/settings';

/** Routes of the settings of a printer: read, put. */
export function printerSettingsRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path,
      tag,
      about: { summary: 'Read the settings of a printer', scope: 'read', isExtension: true },
      response: { 200: json('The settings.', printerSettingsSchema) },
    },
    async ({ printer }) => controller.appliedSettings.get(printer),
  );
  onPrinter(
    { app, controller },
    {
      method: 'PUT',
      path,
      tag,
      about: { summary: 'Replace the settings of a printer', scope: 'edit', isExtension: true },
      body: printerSettingsSchema,
      response: { 204: empty('Replaced. They apply from the next trigger.') },
    },
    async ({ printer, body, request, reply }) => {
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.appliedSettings.read(printer, trx)));
      await controller.change(condition, (trx) => controller.appliedSettings.put(printer, body, trx));
      return reply.code(204).send();
    },
  );
}
