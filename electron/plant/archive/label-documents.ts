import { createHash } from 'node:crypto';
import { ProblemError } from '#contract/problem.ts';
import type { PlantDatabase } from '../database/plant-schema.ts';

/** Stores a label document. Throws `invalid-input` if it has another hash. */
export async function storeDocument(db: PlantDatabase, hash: string, document: Buffer): Promise<void> {
  const found = createHash('sha256').update(document).digest('hex');
  if (found !== hash) {
    throw new ProblemError('invalid-input', { detail: `The SHA-256 of this document is ${found}, not ${hash}.` });
  }
  const values = { hash: Buffer.from(hash, 'hex'), document: document.toString('utf8') };
  await db
    .insertInto('label_documents')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
