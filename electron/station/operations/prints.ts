import { engineCountSchema } from '#contract/api-v3/engine-count.ts';
import { triggerResultSchema } from '#contract/api-v3/print-job.ts';
import { gapsPageSchema } from '#contract/api-v3/gap.ts';
import { printDetailSchema, printsPageSchema } from '#contract/api-v3/print.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { once, signed } from './order-headers.ts';

/** What was printed, and what a person says of it. `author` is who says it here. */
export function printsOperations(controllers: Controllers, author: string): StationHandlers['prints'] {
  const say = async (connection: string, path: string, { idempotencyKey, ...json }: { idempotencyKey: string; reason: string }) => {
    const headers = { ...once(idempotencyKey), ...signed(author) };
    return (await controllers.change(connection, { method: 'POST', path, json, headers })).value;
  };
  return {
    list: ({ connection, ...query }) => controllers.read(connection, apiPath`/prints` + queryText(query), printsPageSchema),
    get: ({ connection, print }) => controllers.read(connection, apiPath`/prints/${String(print)}`, printDetailSchema),
    gaps: ({ connection, printer, limit }) =>
      controllers.read(connection, apiPath`/printers/${printer}/gaps` + queryText({ limit }), gapsPageSchema),
    resolve: async ({ connection, print, ...word }) => {
      await say(connection, apiPath`/prints/${String(print)}/resolution`, word);
      return {};
    },
    reprint: async ({ connection, print, ...word }) =>
      triggerResultSchema.parse(await say(connection, apiPath`/prints/${String(print)}/reprint`, word)),
    engineCount: ({ connection, printer }) => controllers.read(connection, apiPath`/printers/${printer}/engineCount`, engineCountSchema),
    acceptEngineCount: async ({ connection, printer, ...word }) => {
      await say(connection, apiPath`/printers/${printer}/engineCount/acceptance`, word);
      return {};
    },
  };
}
