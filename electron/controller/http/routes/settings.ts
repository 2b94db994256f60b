import { controllerSettingsSchema, retentionSchema } from '#contract/api-v3/settings.ts';
import type { Scope } from '#contract/api-v3/scope.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { Door } from '../door-types.ts';
import { empty, json, operation } from '../openapi/operation.ts';

const TAG = 'service';
const about = (summary: string, scope: Scope) => ({ summary, scope, isExtension: true });

/** How this controller makes dates: read, put. */
export function settingsRoutes(door: Door, controller: Controller): void {
  const response = { 200: json('Time zone, month end and production day.', controllerSettingsSchema) };
  door.get('/settings', { schema: operation(TAG, about('Read the settings', 'read'), { response }) }, async () =>
    controller.settings.dates(),
  );
  door.put(
    '/settings',
    {
      schema: operation(TAG, about('Replace the settings', 'admin'), {
        body: controllerSettingsSchema,
        response: { 204: empty('Replaced.') },
      }),
    },
    async (request, reply) => {
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.settings.dates(trx)));
      await controller.change(condition, (trx) => controller.settings.putDates(request.body, trx));
      return reply.code(204).send();
    },
  );
  retentionRoutes(door, controller);
}

/** How long what was printed is kept. */
function retentionRoutes(door: Door, controller: Controller): void {
  const response = { 200: json('Days; null keeps for ever.', retentionSchema) };
  door.get('/settings/retention', { schema: operation(TAG, about('Read how long prints are kept', 'read'), { response }) }, async () =>
    controller.settings.retention(),
  );
  door.put(
    '/settings/retention',
    {
      schema: operation(TAG, about('Say how long prints are kept', 'admin'), {
        body: retentionSchema,
        response: { 204: empty('Replaced.') },
      }),
    },
    async (request, reply) => {
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.settings.retention(trx)));
      await controller.change(condition, (trx) => controller.settings.putRetention(request.body, trx));
      return reply.code(204).send();
    },
  );
}
