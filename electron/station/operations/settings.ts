import { approvalRuleSchema } from '#contract/api-v3/label-approval.ts';
import { printerSettingsSchema } from '#contract/api-v3/printer-settings.ts';
import { accessSettingsSchema, controllerSettingsSchema } from '#contract/api-v3/settings.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { requireExtensions } from './require-extensions.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function settingsOperations({ controllers }: StationModules): StationHandlers['settings'] {
  return {
    get: ({ connection }) => controllers.read(connection, apiPath`/settings`, controllerSettingsSchema),
    put: async ({ connection, settings }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/settings`, json: settings });
      return {};
    },
    getAccess: ({ connection }) => controllers.read(connection, apiPath`/settings/access`, accessSettingsSchema),
    putAccess: async ({ connection, access }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/settings/access`, json: access });
      return {};
    },
    getApproval: async ({ connection }) => {
      if (!controllers.hasExtensions(connection)) return approvalRuleSchema.parse({});
      return controllers.read(connection, apiPath`/settings/approval`, approvalRuleSchema);
    },
    putApproval: async ({ connection, rule }) => {
      requireExtensions(controllers, connection, 'the approval of labels');
      await controllers.change(connection, { method: 'PUT', path: apiPath`/settings/approval`, json: rule });
      return {};
    },
    getPrinter: ({ connection, printer }) => controllers.read(connection, apiPath`/printers/${printer}/settings`, printerSettingsSchema),
    putPrinter: async ({ connection, printer, settings }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/printers/${printer}/settings`, json: settings });
      return {};
    },
  };
}
