import type { Insertable } from 'kysely';
import type { ControllerDatabase, ControllerSchema, PrintsTable } from '#storage/database/controller-schema.ts';

const TEXT = { type: 'Text', x: 1, y: 1, text: '{COUNTER;serial}', font: { family: 'Arimo', height: 3 } };
const DOCUMENT = JSON.stringify({ format: 3, width: 20, height: 10, objs: [TEXT] });
const JOB: Insertable<ControllerSchema['jobs']> = {
  ...{ id: 'job', printer: 'Line 1', position: 0, state: 'done', description: '', label_name: 'Case', label_revision: 1 },
  ...{ started: 0, printed: 0, voided: 0, created: 0 },
};

/** Stores prints of one job, printed unless the values say otherwise. Returns their ids. */
export async function storePrints(db: ControllerDatabase, count: number, values: Partial<Insertable<PrintsTable>> = {}): Promise<number[]> {
  await db
    .insertInto('jobs')
    .values(JOB)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('label_documents')
    .values({ hash: 'document', document: DOCUMENT })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ids: number[] = [];
  for (let number = 0; number < count; number++) {
    const { id } = await db
      .insertInto('prints')
      .values({
        ...{ printer: 'Line 1', job: 'job', label_name: 'Case', label_revision: 1, document_hash: 'document', table_name: null, key: null },
        ...{ print_values: valuesOf(number), hdpi: 300, vdpi: 300, picture_hash: 'picture', state: 'printed', reason: null },
        ...{ reserved: 1_000 + number, settled: 2_000 + number },
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}

/** The stored values of a print with one variable and one counter. */
export function valuesOf(serial: number, batch = 'LOT 7'): string {
  const counter = { value: serial, width: 0, padding: '', format: '' };
  return JSON.stringify({
    moment: { epochMs: 1_000, timeZone: 'UTC' },
    variables: [['batch', batch]],
    counters: [['serial', counter]],
  });
}
