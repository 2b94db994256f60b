import { printCountersSchema } from '#contract/api-v3/print-counters.ts';
import { printHistoryQuerySchema, printHistorySchema } from '#contract/api-v3/print-history.ts';
import type { Controller } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { json } from '../openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'history';

/** Print counters and print history. */
export function historyRoutes(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
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
    { door, controller },
    {
      method: 'GET',
      path: '/printHistory',
      tag,
      about: {
        summary: 'Read the print history',
        scope: 'read',
        description: 'Labels printed over time, in calendar buckets of the controller.',
      },
      nameless: 'specified',
      querystring: printHistoryQuerySchema,
      response: { 200: json('The buckets of the range, empty ones too.', printHistorySchema) },
    },
    ({ printer, query }) => controller.history.read(printer, query),
  );
}
