import { z } from 'zod';
import { printerSettingsSchema } from '../api-v3/printer-settings.ts';
import { controllerSettingsSchema } from '../api-v3/settings.ts';
import { command, query } from './operation.ts';
import { onConnection, onPrinter } from './on-connection.ts';

export const settingsContract = {
  get: query(onConnection, controllerSettingsSchema),
  put: command(onConnection.extend({ settings: controllerSettingsSchema }), z.object({})),
  /** How one printer takes its triggers (extension). */
  getPrinter: query(onPrinter, printerSettingsSchema),
  putPrinter: command(onPrinter.extend({ settings: printerSettingsSchema }), z.object({})),
};
