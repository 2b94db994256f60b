import { z } from 'zod';
import { plantSettingsSchema, plantStateSchema, plantTestSchema } from '../api-v3/plant.ts';
import { plantItemsSchema } from '../api-v3/plant-library.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const settingsInput = connectionInput.extend({ settings: plantSettingsSchema });

/** Extension: the plant to whose archive a controller sends its prints. */
export const plantContract = {
  get: query(connectionInput, plantSettingsSchema),
  state: query(connectionInput, plantStateSchema),
  /** What the controller has of the library of the plant. */
  items: query(connectionInput, plantItemsSchema),
  put: command('configure', settingsInput, z.object({})),
  test: command('configure', settingsInput, plantTestSchema),
};
