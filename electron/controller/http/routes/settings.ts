import { approvalRuleSchema } from '#contract/api-v3/label-approval.ts';
import { accessSettingsSchema, controllerSettingsSchema, retentionSchema } from '#contract/api-v3/settings.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Scope } from '#contract/api-v3/scope.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';

const TAG = 'service';
const about = (summary: string, scope: Scope) => ({ summary, scope, isExtension: true });

/** Routes of the settings of the controller: read, put. */
export function settingsRoutes(app: FastifyApp, controller: Controller): void {
  const response = {
    200: json('Rules for dates, whether changes of labels reach running jobs, and the fallback fonts.', controllerSettingsSchema),
  };
  app.get('/settings', { schema: operation(TAG, about('Read the settings', 'read'), { response }) }, async () => controller.settings.all());
  app.put(
    '/settings',
    {
      schema: operation(TAG, about('Replace the settings', 'admin'), {
        body: controllerSettingsSchema,
        response: { 204: empty('Replaced.') },
      }),
    },
    async (request, reply) => {
      controller.fonts.requireAll(request.body.fallbackFonts, '/fallbackFonts');
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.settings.all(trx)));
      await controller.change(condition, (trx) => controller.settings.putAll(request.body, trx));
      return reply.code(204).send();
    },
  );
  retentionRoutes(app, controller);
  approvalRoutes(app, controller);
  accessRoutes(app, controller);
}

/** Routes of the access to the controller: read, put. */
function accessRoutes(app: FastifyApp, controller: Controller): void {
  const { settings } = controller;
  const response = { 200: json('Whether requests from this computer need a key.', accessSettingsSchema) };
  app.get('/settings/access', { schema: operation(TAG, about('Read who may use the controller', 'read'), { response }) }, () => ({
    isKeyRequired: settings.isKeyRequired,
  }));
  const aboutChange = {
    ...about('Set who may use the controller', 'admin'),
    description:
      'Applies from the next request on. Requiring a key needs a request with a key of the scope `admin`: without one, its sender could not undo it.',
  };
  const schema = operation(TAG, aboutChange, { body: accessSettingsSchema, response: { 204: empty('Replaced.') } });
  app.put('/settings/access', { schema }, async (request, reply) => {
    const { body, grant } = request;
    if (body.isKeyRequired && !grant)
      throw new ProblemError('unauthorized', { detail: 'Send this request with a key: afterwards every request needs one.' });
    const condition = conditionOf(request, async () => jsonTags({ isKeyRequired: settings.isKeyRequired }));
    await controller.change(condition, (trx) => settings.putAccess(body, trx));
    await settings.loadAccess();
    return reply.code(204).send();
  });
}

/** Routes of the retention of print records: read, put. */
function retentionRoutes(app: FastifyApp, controller: Controller): void {
  const response = { 200: json('Days; null means forever.', retentionSchema) };
  app.get(
    '/settings/retention',
    { schema: operation(TAG, about('Read the retention of prints and of the audit log', 'read'), { response }) },
    async () => controller.settings.retention(),
  );
  app.put(
    '/settings/retention',
    {
      schema: operation(TAG, about('Set the retention of prints and of the audit log', 'admin'), {
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

/** Routes of the rule that only approved labels print: read, put. */
function approvalRoutes(app: FastifyApp, controller: Controller): void {
  const response = { 200: json('The printers on which only approved labels print.', approvalRuleSchema) };
  app.get('/settings/approval', { schema: operation(TAG, about('Read the rule for approved labels', 'read'), { response }) }, async () =>
    controller.settings.approvalRule(),
  );
  app.put(
    '/settings/approval',
    {
      schema: operation(TAG, about('Set the rule for approved labels', 'admin'), {
        body: approvalRuleSchema,
        response: { 204: empty('Replaced. It applies to selections, and to jobs that begin, from now on.') },
      }),
    },
    async (request, reply) => {
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.settings.approvalRule(trx)));
      await controller.change(condition, (trx) => controller.settings.putApprovalRule(request.body, trx));
      return reply.code(204).send();
    },
  );
}
