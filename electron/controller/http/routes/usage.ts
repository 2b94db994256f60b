import { usageSchema } from '#contract/api-v3/usage.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json, operation } from '#http/openapi/operation.ts';

/** The route that lists what uses labels, tables, variables, counters, shift codes and fonts. */
export function usageRoutes(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Read what is in use',
    scope: 'read',
    description:
      'Lists the selected and queued jobs and the labels that use each label, table, variable, counter, shift code and font. ' +
      'A frozen job uses only its fonts.',
    isExtension: true,
  } as const;
  const response = { 200: json('The content in use, by name.', usageSchema) };
  app.get('/usage', { schema: operation('service', about, { response }) }, async () => controller.usage.all());
}
