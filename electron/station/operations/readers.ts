import { z } from 'zod';
import {
  readerConfigurationSchema,
  readerResultsPageSchema,
  readerSchema,
  readerTestSchema,
  scanCheckResultSchema,
} from '#contract/api-v3/reader.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { authorHeaders, idempotencyHeaders } from '../connections/command-headers.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** The readers behind printers, and checks with a hand scanner. */
export function readersOperations({ controllers, author }: StationModules): StationHandlers['readers'] {
  const headers = () => authorHeaders(author());
  return {
    list: ({ connection }) =>
      controllers.hasExtensions(connection) ? controllers.read(connection, apiPath`/readers`, z.array(readerSchema)) : Promise.resolve([]),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/readers/${name}`, readerConfigurationSchema),
    put: async ({ connection, name, configuration }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/readers/${name}`, json: configuration, headers: headers() });
      return {};
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/readers/${name}`, headers: headers() });
      return {};
    },
    test: async ({ connection, configuration }) => {
      const { value } = await controllers.change(connection, { method: 'POST', path: apiPath`/readers/test`, json: configuration });
      return readerTestSchema.parse(value);
    },
    testStored: async ({ connection, name }) => {
      const { value } = await controllers.change(connection, { method: 'POST', path: apiPath`/readers/${name}/test` });
      return readerTestSchema.parse(value);
    },
    results: ({ connection, name, limit }) =>
      controllers.read(connection, apiPath`/readers/${name}/results` + queryText({ limit }), readerResultsPageSchema),
    scanCheck: async ({ connection, printer, idempotencyKey, ...json }) => {
      const path = apiPath`/printers/${printer}/scanCheck`;
      const ofRequest = { ...headers, ...idempotencyHeaders(idempotencyKey) };
      const { value } = await controllers.change(connection, { method: 'POST', path, json, headers: ofRequest });
      return scanCheckResultSchema.parse(value);
    },
  };
}
