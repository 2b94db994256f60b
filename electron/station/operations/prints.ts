import { engineCountSchema } from '#contract/api-v3/engine-count.ts';
import { selectionSchema, triggerResultSchema } from '#contract/api-v3/print-job.ts';
import { missedTriggersPageSchema } from '#contract/api-v3/missed-trigger.ts';
import { printCountsSchema, printDetailSchema, printsPageSchema } from '#contract/api-v3/print.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { TRIGGER_LIMIT, type CommandTime } from '../connections/command-time.ts';
import { authorHeaders, idempotencyHeaders } from '../connections/command-headers.ts';
import type { StationModules } from '../modules/station-modules.ts';

interface Statement {
  idempotencyKey: string;
  reason: string;
  time?: CommandTime;
}

/** Print records, and an operator's statements about them. */
export function printsOperations({ controllers, author, clock }: StationModules): StationHandlers['prints'] {
  const state = async (connection: string, path: string, { idempotencyKey, time, ...json }: Statement) => {
    const headers = { ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) };
    return (await controllers.change(connection, { method: 'POST', path, json, headers, time })).value;
  };
  return {
    list: ({ connection, ...query }) => controllers.read(connection, apiPath`/prints` + queryText(query), printsPageSchema),
    counts: ({ connection, ...query }) => controllers.read(connection, apiPath`/prints/counts` + queryText(query), printCountsSchema),
    get: ({ connection, print }) => controllers.read(connection, apiPath`/prints/${String(print)}`, printDetailSchema),
    missedTriggers: ({ connection, printer, limit }) =>
      controllers.read(connection, apiPath`/printers/${printer}/missedTriggers` + queryText({ limit }), missedTriggersPageSchema),
    resolve: async ({ connection, print, ...statement }) => {
      await state(connection, apiPath`/prints/${String(print)}/resolution`, statement);
      return {};
    },
    reprint: async ({ connection, print, ...statement }, pressedAt = clock.elapsed()) => {
      const time = { pressedAt, limit: TRIGGER_LIMIT, refusal: 'Not reprinted' };
      return triggerResultSchema.parse(await state(connection, apiPath`/prints/${String(print)}/reprint`, { ...statement, time }));
    },
    rework: async ({ connection, printer, ...statement }, pressedAt = clock.elapsed()) => {
      const time = { pressedAt, limit: TRIGGER_LIMIT, refusal: 'Not queued for rework' };
      return selectionSchema.parse(await state(connection, apiPath`/printers/${printer}/rework`, { ...statement, time }));
    },
    engineCount: ({ connection, printer }) => controllers.read(connection, apiPath`/printers/${printer}/engineCount`, engineCountSchema),
    acceptEngineCount: async ({ connection, printer, ...statement }) => {
      await state(connection, apiPath`/printers/${printer}/engineCount/acceptance`, statement);
      return {};
    },
  };
}
