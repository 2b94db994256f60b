import type { ControllerTransaction } from './controller-schema.ts';

/** A check that runs in the transaction of a change, before it. Throws to refuse the change, which rolls the transaction back. */
export type WriteCondition = (trx: ControllerTransaction) => Promise<void>;
