import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** The last record of a chain at one moment, by which a later loss of its end is found. */
export const chainHeadSchema = z.object({
  chain: z.string().max(20),
  /** The number of the last record, its hash, and its time in milliseconds since the epoch. */
  number: z.number().int().min(1),
  hash: z.string().regex(/^[\da-f]{64}$/),
  at: z.number().int(),
  /** The last record whose hour was signed, and that signature in base64; absent before the first one. */
  signed: z.object({ number: z.number().int(), signature: z.string().max(100) }).optional(),
});
export type ChainHead = z.infer<typeof chainHeadSchema>;

interface Row {
  chain: string;
  number: number;
  hash: string;
  at: number;
  seal: string | null;
}

/** The heads of all chains of a database; none when it has no audit log yet. */
export function chainHeadsIn(database: DatabaseSync): ChainHead[] {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_records'").get();
  if (table === undefined) return [];
  const rows = database
    .prepare(
      `SELECT chain, number, hash, at, (SELECT seal FROM audit_seals WHERE chain = head.chain ORDER BY last DESC LIMIT 1) AS seal
      FROM audit_records AS head
      WHERE number = (SELECT max(number) FROM audit_records WHERE chain = head.chain) ORDER BY chain`,
    )
    .all() as unknown as Row[];
  return rows.map(({ seal, ...head }) => ({ ...head, ...(seal !== null && { signed: signedIn(seal) }) }));
}

function signedIn(text: string): { number: number; signature: string } {
  const { seal, signature } = JSON.parse(text) as { seal: { last: number }; signature: string };
  return { number: seal.last, signature };
}
