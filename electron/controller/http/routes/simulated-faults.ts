import { z } from 'zod';
import { nameSchema } from '#contract/api-v3/name.ts';
import { simulatedFaultRequestSchema, simulatedFaultsSchema } from '#contract/api-v3/simulated-fault.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printers';
const path = '/faults';
const isExtension = true;

/** Routes of the faults that a virtual printer simulates for training: list, cause, clear. */
export function simulatedFaultRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path,
      tag,
      about: { summary: 'List the faults that a virtual printer can simulate, and simulates now', scope: 'read', isExtension },
      response: { 200: json('The faults.', simulatedFaultsSchema) },
    },
    async ({ printer }) => controller.simulatedFaults.list(printer),
  );
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path,
      tag,
      about: {
        summary: 'Let a virtual printer simulate a fault, or faults at random',
        scope: 'print',
        description: 'For training. A restart of the printer ends all faults. Responds `faults-missing` for a printer that is not virtual.',
        isExtension,
      },
      body: simulatedFaultRequestSchema,
      response: { 204: empty('The fault happens now, or after the prints.') },
    },
    async ({ printer, body, reply }) => {
      controller.simulatedFaults.cause(printer, body);
      return reply.code(204).send();
    },
  );
  const about = { summary: 'End a simulated fault', scope: 'print', printer: 'path', isExtension } as const;
  const params = z.object({ name: nameSchema, fault: nameSchema });
  app.delete(
    '/printers/:name/faults/:fault',
    { schema: operation(tag, about, { params, response: { 204: empty('It has ended, or does not happen.') } }) },
    async (request, reply) => {
      controller.simulatedFaults.clear(request.params.name, request.params.fault);
      return reply.code(204).send();
    },
  );
}
