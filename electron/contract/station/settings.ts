import { z } from 'zod';
import { approvalRuleSchema } from '../api-v3/label-approval.ts';
import { printerSettingsSchema } from '../api-v3/printer-settings.ts';
import { accessSettingsSchema, controllerSettingsSchema } from '../api-v3/settings.ts';
import { command, query } from './operation.ts';
import { connectionInput, printerInput } from './operation-input.ts';

export const settingsContract = {
  get: query(connectionInput, controllerSettingsSchema),
  put: command('configure', connectionInput.extend({ settings: controllerSettingsSchema }), z.object({})),
  /** Extension: who may use the controller. */
  getAccess: query(connectionInput, accessSettingsSchema),
  putAccess: command('configure', connectionInput.extend({ access: accessSettingsSchema }), z.object({})),
  /** Extension: the printers on which only approved labels print. Off on a controller that has no approval. */
  getApproval: query(connectionInput, approvalRuleSchema),
  putApproval: command('approve', connectionInput.extend({ rule: approvalRuleSchema }), z.object({})),
  /** Extension: the trigger settings of a printer. */
  getPrinter: query(printerInput, printerSettingsSchema),
  putPrinter: command('configure', printerInput.extend({ settings: printerSettingsSchema }), z.object({})),
};
