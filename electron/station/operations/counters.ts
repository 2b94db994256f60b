import { z } from 'zod';
import { counterListItemSchema, counterSchema } from '#contract/api-v3/counter.ts';
import { plantNumbersSchema } from '#contract/api-v3/plant-counter.ts';
import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { preconditionFor } from '../connections/current-content.ts';
import { renamingOn } from './renaming.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function countersOperations({ controllers }: StationModules): StationHandlers['counters'] {
  return {
    list: async ({ connection }) =>
      controllers.hasExtensions(connection) ? controllers.read(connection, apiPath`/counters`, z.array(counterListItemSchema)) : [],
    get: ({ connection, name }) => controllers.read(connection, apiPath`/counters/${name}`, counterSchema),
    put: async ({ connection, name, counter, expected }) => {
      const path = apiPath`/counters/${name}`;
      const headers = await preconditionFor(controllers, { connection, name, path, schema: counterSchema }, expected);
      const { status } = await controllers.change(connection, { method: 'PUT', path, json: counter, headers });
      return { created: status === 201 };
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/counters/${name}` });
      return {};
    },
    plant: async ({ connection, name }) => {
      try {
        return await controllers.read(connection, apiPath`/counters/${name}/plant`, plantNumbersSchema);
      } catch (error) {
        // A counter with numbers of its own has none from the plant.
        if (error instanceof ProblemError && error.slug === 'not-found') return null;
        throw error;
      }
    },
    takeFromPlant: async ({ connection, name, source }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/counters/${name}/plant`, json: source });
      return {};
    },
    endPlantNumbers: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/counters/${name}/plant` });
      return {};
    },
    rename: renamingOn(controllers, 'counters'),
  };
}
