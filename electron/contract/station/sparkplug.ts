import { z } from 'zod';
import { sparkplugSettingsSchema, sparkplugStateSchema, sparkplugTestSchema } from '../api-v3/sparkplug.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const settingsInput = connectionInput.extend({ settings: sparkplugSettingsSchema });

/** Extension: the edge node of MQTT Sparkplug of a controller. */
export const sparkplugContract = {
  get: query(connectionInput, sparkplugSettingsSchema),
  state: query(connectionInput, sparkplugStateSchema),
  put: command('configure', settingsInput, z.object({})),
  test: command('configure', settingsInput, sparkplugTestSchema),
};
