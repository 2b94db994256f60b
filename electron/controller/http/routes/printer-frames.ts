import { framesQuerySchema, framesSchema, recordFramesSchema } from '#contract/api-v3/frame.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printers';
const isExtension = true;

/** Routes of the recorded data of a printer's connection: read it, start and stop recording. */
export function printerFrameRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/frames',
      tag,
      about: {
        summary: "Read the recorded data of a printer's connection, oldest first",
        scope: 'admin',
        description: 'It contains what is printed. Recording is off after a start of the controller.',
        isExtension,
      },
      querystring: framesQuerySchema,
      response: { 200: json('The frames.', framesSchema) },
    },
    async ({ printer, query }) => controller.frames.read(printer, query.after),
  );
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/frames/record',
      tag,
      about: { summary: "Start or stop the recording of a printer's connection", scope: 'admin', isExtension },
      body: recordFramesSchema,
      response: { 204: empty('Started or stopped.') },
    },
    async ({ printer, body, reply }) => {
      controller.frames.record(printer, body.recording);
      return reply.code(204).send();
    },
  );
}
