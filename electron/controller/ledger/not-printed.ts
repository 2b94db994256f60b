import { sql, type SqlBool } from 'kysely';

/**
 * Stands beside every other condition on the state of prints that are not printed: a value that is bound does not tell SQLite that the
 * small index of those holds all of them, and it would read the whole ledger.
 */
export const NOT_PRINTED = sql<SqlBool>`prints.state <> 'printed'`;
