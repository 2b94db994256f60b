import { z } from 'zod';
import { dictionary, nameSchema } from '#contract/api-v3/name.ts';
import { conveyorSchema, printerPropertiesSchema, printerStatusSchema } from '#contract/api-v3/printer.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../access/named-printer.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import { sendPicture } from '../answer/picture.ts';
import type { Door } from '../door-types.ts';
import { content, dictionaryOf, empty, json, operation, pngSchema } from '../openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printers';

/** Printers: list, status, the picture of the next print, conveyor and ink. */
export function printerRoutes(door: Door, controller: Controller): void {
  const list = json('All printers with their properties, by name.', dictionaryOf(printerPropertiesSchema));
  door.get(
    '/printers',
    { schema: operation(tag, { summary: 'List all printers', scope: 'read', printer: 'every' }, { response: { 200: list } }) },
    async ({ grant }) => dictionary((await controller.printers.list()).filter(([name]) => mayName(grant, name))),
  );
  onPrinter(
    { door, controller },
    {
      method: 'GET',
      path: '/status',
      tag,
      about: { summary: 'Read the status of a printer', scope: 'read' },
      nameless: 'extension',
      response: { 200: json('The status.', printerStatusSchema) },
      footing: (printer) => controller.footings.status(printer),
    },
    ({ printer }) => controller.printing.status(printer),
  );
  onPrinter(
    { door, controller },
    {
      method: 'GET',
      path: '/nextPrint',
      tag,
      about: { summary: 'Picture of what the next trigger prints', scope: 'read', isExtension: true },
      response: {
        200: content('The picture.', 'image/png', pngSchema),
      },
    },
    async ({ printer, reply }) => sendPicture(reply, await controller.printing.nextPicture(printer)),
  );
  conveyorRoutes(door, controller);
  refillRoute(door, controller);
}

function conveyorRoutes(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'GET',
      path: '/conveyor',
      tag,
      about: { summary: 'Read the conveyor of a virtual printer', scope: 'read', isExtension: true },
      response: { 200: json('The conveyor.', conveyorSchema) },
    },
    async ({ printer }) => controller.printers.conveyor(printer),
  );
  onPrinter(
    { door, controller },
    {
      method: 'PUT',
      path: '/conveyor',
      tag,
      about: { summary: 'Start, stop or pace the conveyor of a virtual printer', scope: 'print', isExtension: true },
      body: conveyorSchema,
      response: { 204: empty('Set.') },
    },
    async ({ printer, body, request, reply }) => {
      const condition = conditionOf(request, async () => jsonTags(controller.printers.conveyor(printer)));
      await controller.change(condition, async () => controller.printers.setConveyor(printer, body));
      return reply.code(204).send();
    },
  );
}

function refillRoute(door: Door, controller: Controller): void {
  const about = { summary: 'Refill an ink supply of a virtual printer', scope: 'print', printer: 'path', isExtension: true } as const;
  const params = z.object({ name: nameSchema, supply: nameSchema });
  door.post(
    '/printers/:name/inkSupplies/:supply/refill',
    { schema: operation(tag, about, { params, response: { 204: empty('Refilled.') } }) },
    async (request, reply) => {
      await controller.printers.refill(request.params.name, request.params.supply);
      return reply.code(204).send();
    },
  );
}
