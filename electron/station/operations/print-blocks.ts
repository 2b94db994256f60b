import { printBlockSchema, printBlocksPageSchema } from '#contract/api-v3/print-block.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { authorHeaders, idempotencyHeaders } from '../connections/command-headers.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** A controller has at most 200 blocks that hold. */
const MAX_ACTIVE = 200;
/** The lifted blocks that the page lists. */
const MAX_LIFTED = 100;

/** The blocks of further prints. */
export function printBlocksOperations({ controllers, author }: StationModules): StationHandlers['printBlocks'] {
  const headersOf = (idempotencyKey: string) => ({ ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) });
  return {
    active: async ({ connection }) => {
      if (!controllers.hasExtensions(connection)) return [];
      const path = apiPath`/printBlocks` + queryText({ active: 'true', limit: MAX_ACTIVE });
      return (await controllers.read(connection, path, printBlocksPageSchema)).blocks;
    },
    lifted: async ({ connection }) => {
      if (!controllers.hasExtensions(connection)) return [];
      const path = apiPath`/printBlocks` + queryText({ active: 'false', limit: MAX_LIFTED });
      return (await controllers.read(connection, path, printBlocksPageSchema)).blocks;
    },
    set: async ({ connection, idempotencyKey, ...json }) => {
      const headers = headersOf(idempotencyKey);
      return printBlockSchema.parse(
        (await controllers.change(connection, { method: 'POST', path: apiPath`/printBlocks`, json, headers })).value,
      );
    },
    lift: async ({ connection, block, idempotencyKey, ...json }) => {
      const path = apiPath`/printBlocks/${String(block)}/lift`;
      await controllers.change(connection, { method: 'POST', path, json, headers: headersOf(idempotencyKey) });
      return {};
    },
  };
}
