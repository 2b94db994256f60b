import type { Generated } from 'kysely';

/** Tables of API keys. Times are milliseconds since the epoch. */
export interface KeyTables {
  /** `hash` is the key's SHA-256 in hexadecimal; `scopes` and `printers` are JSON lists; null `printers` = all. Revoked keys are kept. */
  api_keys: {
    id: Generated<number>;
    name: string;
    hash: string;
    scopes: string;
    printers: string | null;
    created: number;
    expires: number | null;
    revoked: number | null;
  };
  /** When each key was last used, to the minute. */
  api_key_uses: { key: number; at: number };
}
