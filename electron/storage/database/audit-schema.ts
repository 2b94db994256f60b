import type { Generated } from 'kysely';

/** The tables of chained records, as a database with an audit log has them. */
export interface ChainTables {
  /** `record` is the canonical text; `outcome_of` is the number of the record whose outcome it is; `at` in milliseconds since the epoch. */
  audit_records: {
    id: Generated<number>;
    chain: string;
    number: number;
    at: number;
    outcome_of: number | null;
    record: string;
    hash: string;
  };
  /** `seal` is the canonical text of the signed statement on the records up to `last`. */
  audit_seals: { chain: string; last: number; seal: string };
}
