import { sql, type SqlBool } from 'kysely';

/**
 * Condition to add to every other one on the state of unsettled or void prints: with a bound parameter alone SQLite does not use the
 * partial index of prints that are not printed, and scans the whole ledger.
 */
export const NOT_PRINTED = sql<SqlBool>`prints.state <> 'printed'`;

/** The same for prints that a reader found wrong. */
export const NOT_VERIFIED = sql<SqlBool>`prints.verification <> 'verified'`;
