import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { History } from '#controller/history/history.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { Statement } from '#storage/database/statement.ts';
import type { RatioGoal } from './goal.ts';
import { CASE_LABEL, changingValues } from './labels.ts';
import { stringifyPrintValues } from '#rendering/dynamic-text/print-values.ts';

const PRINTER = 'Line 1';
/** Number of prints that share a commit. */
const GROUP = 32;
/** Milliseconds between prints on a line with 2 000 prints per minute. */
const GAP = 30;

/** The time that a disk takes for a durable write varies by far more than the difference measured here. */
const STEADY = { rounds: 15, sampleMs: 800, parts: 16 };

/**
 * The writes of a print (reserved, sent, printed, counted), durable in groups, with the buckets of its minute and quarter-hour, compared
 * with the same writes without buckets.
 */
export const BUCKETS_GOAL: RatioGoal = {
  name: 'P29',
  goal: { atMost: 1.15 },
  effort: STEADY,
  prepare: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'strobe-p29-'));
    const [bucketed, alone] = [await openWriter(join(folder, 'bucketed.db')), await openWriter(join(folder, 'alone.db'))];
    return {
      a: () => bucketed.write((history, at, trx) => history.countPrinted({ printer: PRINTER, at }, trx)),
      b: () => alone.write((history, _, trx) => history.countTrigger(PRINTER, trx)),
      dispose: async () => {
        await bucketed.db.destroy();
        await alone.db.destroy();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

type Count = (history: History, at: number, trx: ControllerTransaction) => Promise<void>;

const RESERVE = new Statement<{ id: number }>(`
  INSERT INTO prints (printer, job, label_name, document_hash, print_values, state, hdpi, vdpi, picture_hash, reserved, settled)
  VALUES ('${PRINTER}', 'job', 'Case', 'hash', ?1, 'reserved', 300, 300, '${'0'.repeat(64)}', ?2, ?2) RETURNING id`);
const SEND = moving('reserved', 'sent');
const SETTLE = moving('sent', 'printed');
const COUNT_JOB = new Statement("UPDATE jobs SET printed = printed + 1, started = started + 1 WHERE id = 'job'");

function moving(from: 'reserved' | 'sent', to: 'sent' | 'printed'): Statement<{ id: number }> {
  return new Statement(`UPDATE prints SET state = '${to}', settled = ?2 WHERE id = ?1 AND state = '${from}' RETURNING id, printer, job`);
}

async function openWriter(file: string) {
  const db = openControllerDatabase(file);
  await db
    .insertInto('label_documents')
    .values({ hash: 'hash', document: JSON.stringify(CASE_LABEL) })
    .execute();
  await db
    .insertInto('jobs')
    .values({
      ...{ id: 'job', printer: PRINTER, position: 0, description: '', label_name: 'Case', label_data: null },
      state: 'queued',
      ...{ label_revision: 1, table_name: null, key_column: null, key: null, row: null, copies: null },
      ...{ started: 0, printed: 0, voided: 0, created: 0 },
    })
    .execute();
  const history = new History({ db, now: () => 0, timeZone: async () => 'UTC', requirePrinter: () => undefined });
  let print = 0;
  const write = (count: Count): Promise<void> =>
    inTransaction(db, async (trx) => {
      for (const end = print + GROUP; print < end; print += 1) {
        const at = Date.parse('2026-11-21T00:00:00Z') + print * GAP;
        const row = await RESERVE.first(trx, stringifyPrintValues(changingValues(print)), at);
        if (!row) throw new Error('A print was not reserved.');
        await SEND.run(trx, row.id, at);
        await SETTLE.run(trx, row.id, at);
        await COUNT_JOB.run(trx);
        await count(history, at, trx);
      }
    });
  return { db, write };
}
