import { usageSchema } from '#contract/api-v3/usage.ts';
import type { Controller } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { json, operation } from '../openapi/operation.ts';

/** Who needs labels, tables, variables, counters, shift codes and fonts. */
export function usageRoutes(door: Door, controller: Controller): void {
  const about = {
    summary: 'Read who needs what',
    scope: 'read',
    description:
      'The jobs, selected or queued, and the labels that need each label, table, variable, counter, shift code and font as it stands now. ' +
      'A frozen job needs nothing but its fonts.',
    isExtension: true,
  } as const;
  const response = { 200: json('What is in use, by name.', usageSchema) };
  door.get('/usage', { schema: operation('service', about, { response }) }, async () => controller.usage.all());
}
