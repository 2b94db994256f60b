import { z } from 'zod';
import { controllerSettingsSchema } from '../api-v3/settings.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';

export const settingsContract = {
  get: query(onConnection, controllerSettingsSchema),
  put: command(onConnection.extend({ settings: controllerSettingsSchema }), z.object({})),
};
