import { heldMessagesSchema, nextMessageSchema, printerMessagesSchema } from '#contract/api-v3/device-message.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printers';

/** Routes of the messages of printers that draw on board: read, replace, what the device holds, and what it gets next. */
export function deviceMessageRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/messages',
      tag,
      about: { summary: 'Read the messages of a printer that draws on board', scope: 'read', isExtension: true },
      response: { 200: json('The messages by label; empty for a printer that prints pictures.', printerMessagesSchema) },
    },
    async ({ printer }) => controller.deviceMessages.read(printer),
  );
  onPrinter(
    { app, controller },
    {
      method: 'PUT',
      path: '/messages',
      tag,
      about: {
        summary: 'Replace the messages of a printer that draws on board',
        scope: 'edit',
        isExtension: true,
        description: 'For each label, the message of the device that stands for it and what its fields get in each print.',
      },
      body: printerMessagesSchema,
      response: { 204: empty('Replaced. They apply from the next print.') },
    },
    async ({ printer, body, request, reply }) => {
      await controller.deviceMessages.check(printer, body);
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.deviceMessages.read(printer, trx)));
      await controller.change(condition, (trx) => controller.deviceMessages.put(printer, body, trx));
      return reply.code(204).send();
    },
  );
  deviceRoutes(app, controller);
}

function deviceRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/heldMessages',
      tag,
      about: { summary: 'List the messages that the device of a printer holds', scope: 'read', isExtension: true },
      response: { 200: json('The messages, if the device can list them.', heldMessagesSchema) },
    },
    async ({ printer }) => {
      const messages = await controller.deviceMessages.held(printer);
      return messages ? { messages } : {};
    },
  );
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/nextMessage',
      tag,
      about: { summary: 'Read the message and the field values of the next print', scope: 'read', isExtension: true },
      response: { 200: json('The message, for a printer that draws on board.', nextMessageSchema) },
    },
    async ({ printer }) => {
      const message = await controller.printing.nextMessage(printer);
      return message ? { message } : {};
    },
  );
}
