import type { PrintState } from '#contract/api-v3/print.ts';
import type { PrintsTable } from '#storage/controller-schema.ts';
import { Statement } from '#storage/statement.ts';
import { statesBefore } from './print-moves.ts';

/** A print that changed its state: whose it was, and which job counts it. */
export interface MovedPrint {
  id: number;
  printer: string;
  job: string;
  /** Row number in the table, from 0. */
  row: number | null;
  /** When it went to the engine, in milliseconds since the epoch. */
  sent: number | null;
  /** The print that it repeats: then it makes no progress in its job. */
  reprint_of: number | null;
}

/** What a new print is written down with, in the order of the statement. */
export const NEW_PRINT = [
  'printer',
  'job',
  'label_name',
  'label_revision',
  'document_hash',
  'table_name',
  'key',
  'row',
  'print_values',
  'hdpi',
  'vdpi',
  'picture_hash',
  'idempotency_key',
  'operator',
  'reprint_of',
  'reprint_reason',
  'reserved',
  'epoch',
] as const satisfies readonly (keyof PrintsTable)[];
export type NewPrint = Record<(typeof NEW_PRINT)[number], string | number | null>;

const EPOCH_PLACE = NEW_PRINT.indexOf('epoch') + 1;
const RESERVED_PLACE = NEW_PRINT.indexOf('reserved') + 1;
/** I7: nothing is reserved or sent by a controller whose database another one has taken over. */
const isOurEpoch = (place: number) => `(SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'epoch') = ?${place}`;

/** Writes a print down; gives no row when the epoch is not ours. */
export const RESERVE = new Statement<{ id: number }>(`
  INSERT INTO prints (${NEW_PRINT.join(', ')}, state, settled)
  SELECT ${NEW_PRINT.map((_, index) => `?${index + 1}`).join(', ')}, 'reserved', ?${RESERVED_PLACE}
  WHERE ${isOurEpoch(EPOCH_PLACE)}
  RETURNING id`);

const MOVED = 'RETURNING id, printer, job, row, sent, reprint_of';
const quoted = (states: readonly PrintState[]) => states.map((state) => `'${state}'`).join(', ');

/** ?1 id, ?2 now, ?3 our epoch. Gives no row when it may not be sent, or the epoch is not ours. */
export const SEND = new Statement<MovedPrint>(`
  UPDATE prints SET state = 'sent', sent = ?2, settled = ?2
  WHERE id = ?1 AND state IN (${quoted(statesBefore('sent'))}) AND ${isOurEpoch(3)} ${MOVED}`);

/** ?1 id, ?2 now, ?3 reason. */
export const LOSE = new Statement<MovedPrint>(`
  UPDATE prints SET state = 'unknown', reason = ?3, unknown_reason = ?3, unknown_since = ?2, settled = ?2
  WHERE id = ?1 AND state IN (${quoted(statesBefore('unknown'))}) ${MOVED}`);

/** ?1 id, ?2 now, ?3 reason, ?4 who says so, should it be unknown until now. */
export const SETTLE: Record<'printed' | 'void', Statement<MovedPrint>> = {
  printed: settling('printed'),
  void: settling('void'),
};

function settling(state: 'printed' | 'void'): Statement<MovedPrint> {
  return new Statement(`
  UPDATE prints SET state = '${state}', reason = ?3, resolved_by = CASE state WHEN 'unknown' THEN ?4 END, settled = ?2
  WHERE id = ?1 AND state IN (${quoted(statesBefore(state))}) ${MOVED}`);
}

export const PRINT = new Statement<{ printer: string; state: PrintState }>('SELECT printer, state FROM prints WHERE id = ?1');

/** A printer's prints that are neither settled nor given up, oldest first. The states stand in the text for the sake of the index. */
export const OPEN = new Statement<{ id: number; state: PrintState }>(
  "SELECT id, state FROM prints WHERE state IN ('reserved', 'sent') AND state <> 'printed' AND printer = ?1 ORDER BY id",
);
export const ALL_OPEN = new Statement<{ id: number; state: PrintState }>(
  "SELECT id, state FROM prints WHERE state IN ('reserved', 'sent') AND state <> 'printed' ORDER BY id",
);
export const UNKNOWN = new Statement<{ id: number; unknown_since: number | null }>(
  "SELECT id, unknown_since FROM prints WHERE state = 'unknown' AND state <> 'printed' AND printer = ?1 ORDER BY id",
);

/** ?1 printer, ?2 the engine's count after a mark, null when it does not say. Gives what prints explain of the count now. */
export const EXPLAIN_MARK = new Statement<{ engine_marks: number | null }>(
  'UPDATE print_counters SET engine_marks = coalesce(engine_marks + 1, ?2) WHERE printer = ?1 RETURNING engine_marks',
);
export const EXPLAINED_MARKS = new Statement<{ engine_marks: number | null }>('SELECT engine_marks FROM print_counters WHERE printer = ?1');
export const ACCEPT_MARKS = new Statement(`
  INSERT INTO print_counters (printer, triggers, trigger_bounces, printed_labels, engine_marks) VALUES (?1, 0, 0, 0, ?2)
  ON CONFLICT (printer) DO UPDATE SET engine_marks = excluded.engine_marks`);

/** ?1 hash, ?2 text. */
export const KEEP_DOCUMENT = new Statement('INSERT INTO label_documents (hash, document) VALUES (?1, ?2) ON CONFLICT DO NOTHING');
