import type { Selectable } from 'kysely';
import type { ApprovalRecord } from '#contract/api-v3/label-approval.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';

/** The decisions about these versions of a label, oldest first, by version. */
export async function approvalRecords(
  name: string,
  revisions: readonly number[],
  db: ControllerDatabase,
): Promise<Map<number, ApprovalRecord[]>> {
  const rows = await db
    .selectFrom('label_approvals')
    .selectAll()
    .where('label', '=', name)
    .where('revision', 'in', [...revisions])
    .orderBy('id')
    .execute();
  const found = new Map<number, ApprovalRecord[]>();
  for (const row of rows) found.set(row.revision, [...(found.get(row.revision) ?? []), recordOf(row)]);
  return found;
}

function recordOf(row: Selectable<ControllerSchema['label_approvals']>): ApprovalRecord {
  const { decision, state, meaning, decided_by: by, decided_at: epochMs, comment } = row;
  return { decision, state, meaning, by, moment: new Date(epochMs).toISOString(), epochMs, comment };
}
