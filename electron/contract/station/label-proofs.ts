import { z } from 'zod';
import { labelProofAcceptanceSchema, labelProofsSchema } from '../api-v3/label-proof.ts';
import { onConnection } from './on-connection.ts';
import { command, query } from './operation.ts';

/** How labels are drawn since an update of their controller (extension). The pictures travel by URL: see `proofDifferenceUrl`. */
export const labelProofsContract = {
  /** Those of which nobody has accepted yet what changed, by name. */
  open: query(onConnection, labelProofsSchema),
  accept: command(onConnection.extend({ proofs: labelProofAcceptanceSchema.shape.proofs }), z.object({})),
};
