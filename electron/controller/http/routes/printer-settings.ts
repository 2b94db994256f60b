import { printerSettingsSchema } from '#contract/api-v3/printer-settings.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { Door } from '../door-types.ts';
import { empty, json } from '../openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printers';
const path = '/settings';

/** How a printer takes its triggers: read, put. Without a printer's name these are the controller's own settings. */
export function printerSettingsRoutes(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'GET',
      path,
      tag,
      about: { summary: 'Read the settings of a printer', scope: 'read', isExtension: true },
      response: { 200: json('The settings.', printerSettingsSchema) },
    },
    async ({ printer }) => controller.lineSettings.get(printer),
  );
  onPrinter(
    { door, controller },
    {
      method: 'PUT',
      path,
      tag,
      about: { summary: 'Replace the settings of a printer', scope: 'edit', isExtension: true },
      body: printerSettingsSchema,
      response: { 204: empty('Replaced. They hold from the next trigger on.') },
    },
    async ({ printer, body, request, reply }) => {
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.lineSettings.read(printer, trx)));
      await controller.change(condition, (trx) => controller.lineSettings.put(printer, body, trx));
      return reply.code(204).send();
    },
  );
}
