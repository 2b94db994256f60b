import type { ControllerTransaction } from './controller-schema.ts';

/** Looks, in the transaction of a change and before it, whether the change may be made. Throws when it may not: then nothing changes. */
export type Condition = (trx: ControllerTransaction) => Promise<void>;
