import { labelProofsSchema } from '#contract/api-v3/label-proof.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { signed } from './order-headers.ts';

/** `author` is who accepts here. */
export function labelProofsOperations(controllers: Controllers, author: string): StationHandlers['labelProofs'] {
  return {
    open: ({ connection }) => controllers.read(connection, apiPath`/labelProofs` + queryText({ open: 'true' }), labelProofsSchema),
    accept: async ({ connection, proofs }) => {
      const path = apiPath`/labelProofs/acceptance`;
      await controllers.change(connection, { method: 'POST', path, json: { proofs }, headers: signed(author) });
      return {};
    },
  };
}
