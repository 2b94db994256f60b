import { z } from 'zod';
import { dictionary, nameSchema } from '#contract/api-v3/name.ts';
import { conveyorSchema, printerPropertiesSchema, printerStatusSchema } from '#contract/api-v3/printer.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../../keys/printer-limits.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import { sendPicture } from '../answer/send-picture.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, dictionaryOf, empty, json, operation, pngSchema } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printers';

/** Routes of printers: list, status, the picture of the next print, conveyor and ink. */
export function printerRoutes(app: FastifyApp, controller: Controller): void {
  const list = json('All printers with their properties, by name.', dictionaryOf(printerPropertiesSchema));
  app.get(
    '/printers',
    { schema: operation(tag, { summary: 'List all printers', scope: 'read', printer: 'every' }, { response: { 200: list } }) },
    async ({ grant }) => dictionary((await controller.printers.list()).filter(([name]) => mayName(grant, name))),
  );
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/status',
      tag,
      about: { summary: 'Read the status of a printer', scope: 'read' },
      nameless: 'extension',
      response: { 200: json('The status.', printerStatusSchema) },
      validator: (printer) => controller.cacheValidators.status(printer),
    },
    ({ printer }) => controller.printing.status(printer),
  );
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/nextPrint',
      tag,
      about: { summary: 'Picture of the next print', scope: 'read', isExtension: true },
      response: {
        200: content('The picture.', 'image/png', pngSchema),
      },
    },
    async ({ printer, reply }) => sendPicture(reply, await controller.printing.nextPicture(printer)),
  );
  conveyorRoutes(app, controller);
  refillRoute(app, controller);
}

function conveyorRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
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
    { app, controller },
    {
      method: 'PUT',
      path: '/conveyor',
      tag,
      about: { summary: 'Start, stop or set the speed of the conveyor of a virtual printer', scope: 'print', isExtension: true },
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

function refillRoute(app: FastifyApp, controller: Controller): void {
  const about = { summary: 'Refill an ink supply of a virtual printer', scope: 'print', printer: 'path', isExtension: true } as const;
  const params = z.object({ name: nameSchema, supply: nameSchema });
  app.post(
    '/printers/:name/inkSupplies/:supply/refill',
    { schema: operation(tag, about, { params, response: { 204: empty('Refilled.') } }) },
    async (request, reply) => {
      await controller.printers.refill(request.params.name, request.params.supply);
      return reply.code(204).send();
    },
  );
}
