import { printCountersSchema } from '#contract/api-v3/print-counters.ts';
import { printHistoryQuerySchema, printHistorySchema } from '#contract/api-v3/print-history.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'history';

/** Routes of print counters and print history. */
export function historyRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/printCounters',
      tag,
      about: { summary: 'Read the print counters', scope: 'read' },
      nameless: 'specified',
      response: { 200: json('The counters.', printCountersSchema) },
    },
    ({ printer }) => controller.history.counters(printer),
  );
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/printHistory',
      tag,
      about: {
        summary: 'Read the print history',
        scope: 'read',
        description: "Labels printed over time, in calendar buckets of the controller's time zone.",
      },
      nameless: 'specified',
      querystring: printHistoryQuerySchema,
      response: { 200: json('All buckets of the range, including empty ones.', printHistorySchema) },
    },
    ({ printer, query }) => controller.history.read(printer, query),
  );
}
