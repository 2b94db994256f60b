import { gapsPageSchema, gapsQuerySchema } from '#contract/api-v3/gap.ts';
import type { Controller } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { json } from '../openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

/** The triggers that made no print. */
export function gapRoutes(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'GET',
      path: '/gaps',
      tag: 'history',
      about: {
        summary: 'Read the triggers that made no print, newest first',
        scope: 'read',
        description: 'No value was spent on any of them. The newest 100 000 of the controller are kept.',
        isExtension: true,
      },
      nameless: 'extension',
      querystring: gapsQuerySchema,
      response: { 200: json('A page of gaps.', gapsPageSchema) },
    },
    ({ printer, query }) => controller.gaps.page(printer, query),
  );
}
