import { z } from 'zod';
import { plantSettingsSchema, plantStateSchema, plantTestSchema } from '../api-v3/plant.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const settingsInput = connectionInput.extend({ settings: plantSettingsSchema });

/** Extension: the plant to whose archive a controller sends its prints. */
export const plantContract = {
  get: query(connectionInput, plantSettingsSchema),
  state: query(connectionInput, plantStateSchema),
  put: command('configure', settingsInput, z.object({})),
  test: command('configure', settingsInput, plantTestSchema),
};
