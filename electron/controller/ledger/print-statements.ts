import type { PrintState } from '#contract/api-v3/print.ts';
import type { PrintPurpose, PrintsTable } from '#storage/database/controller-schema.ts';
import { Statement } from '#storage/database/statement.ts';
import { statesBefore } from './print-transitions.ts';

/** A print that changed its state. */
export interface MovedPrint {
  id: number;
  printer: string;
  job: string;
  /** Row number in the table, from 0. */
  row: number | null;
  /** When it was sent to the engine, in milliseconds since the epoch. */
  sent: number | null;
  /** The original of a reprint; a reprint makes no progress in its job. */
  reprint_of: number | null;
  /** The print that it replaces. */
  supersedes: number | null;
  purpose: PrintPurpose;
}

/** A state that a print keeps. */
export type FinalState = Extract<PrintState, 'printed' | 'handed-over' | 'void'>;

/** The columns of a new print, in the order of the statement's parameters. */
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
  'proof',
  'picture_hash',
  'device_message',
  'idempotency_key',
  'operator',
  'reprint_of',
  'reprint_reason',
  'supersedes',
  'rework_reason',
  'reserved',
  'epoch',
  'purpose',
] as const satisfies readonly (keyof PrintsTable)[];
export type NewPrint = Record<(typeof NEW_PRINT)[number], string | number | null>;

const EPOCH_PLACE = NEW_PRINT.indexOf('epoch') + 1;
const RESERVED_PLACE = NEW_PRINT.indexOf('reserved') + 1;
/** I7: a controller whose database was taken over reserves and sends nothing. */
const isEpochCurrent = (place: number) => `(SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'epoch') = ?${place}`;

/** Inserts a print; returns no row when the epoch is not current. */
export const RESERVE = new Statement<{ id: number }>(`
  INSERT INTO prints (${NEW_PRINT.join(', ')}, state, settled)
  SELECT ${NEW_PRINT.map((_, index) => `?${index + 1}`).join(', ')}, 'reserved', ?${RESERVED_PLACE}
  WHERE ${isEpochCurrent(EPOCH_PLACE)}
  RETURNING id`);

const MOVED = 'RETURNING id, printer, job, row, sent, reprint_of, supersedes, purpose';
const quoted = (states: readonly PrintState[]) => states.map((state) => `'${state}'`).join(', ');

/** ?1 id, ?2 now, ?3 epoch. Returns no row when the print is not reserved or the epoch is not current. */
export const SEND = new Statement<MovedPrint>(`
  UPDATE prints SET state = 'sent', sent = ?2, settled = ?2
  WHERE id = ?1 AND state IN (${quoted(statesBefore('sent'))}) AND ${isEpochCurrent(3)} ${MOVED}`);

/** ?1 id, ?2 now, ?3 reason. */
export const MARK_UNKNOWN = new Statement<MovedPrint>(`
  UPDATE prints SET state = 'unknown', reason = ?3, unknown_reason = ?3, unknown_since = ?2, settled = ?2
  WHERE id = ?1 AND state IN (${quoted(statesBefore('unknown'))}) ${MOVED}`);

/** ?1 id, ?2 now, ?3 reason, ?4 the resolver, stored if the print was unknown. */
export const SETTLE: Record<FinalState, Statement<MovedPrint>> = {
  printed: settling('printed'),
  'handed-over': settling('handed-over'),
  void: settling('void'),
};

function settling(state: FinalState): Statement<MovedPrint> {
  return new Statement(`
  UPDATE prints SET state = '${state}', reason = ?3, resolved_by = CASE state WHEN 'unknown' THEN ?4 END, settled = ?2
  WHERE id = ?1 AND state IN (${quoted(statesBefore(state))}) ${MOVED}`);
}

export const PRINT = new Statement<{ printer: string; state: PrintState }>('SELECT printer, state FROM prints WHERE id = ?1');

/** A printer's reserved and sent prints, oldest first. The states are literals: the partial index is not used for parameters. */
export const OPEN = new Statement<{ id: number; state: PrintState }>(
  "SELECT id, state FROM prints WHERE state IN ('reserved', 'sent') AND state <> 'printed' AND printer = ?1 ORDER BY id",
);
export const ALL_OPEN = new Statement<{ id: number; state: PrintState }>(
  "SELECT id, state FROM prints WHERE state IN ('reserved', 'sent') AND state <> 'printed' ORDER BY id",
);
export const UNKNOWN = new Statement<{ id: number; unknown_since: number | null }>(
  "SELECT id, unknown_since FROM prints WHERE state = 'unknown' AND state <> 'printed' AND printer = ?1 ORDER BY id",
);
/** The unknown prints that the present device of a printer got. */
export const UNKNOWN_OF_DEVICE = new Statement<{ id: number; unknown_since: number | null }>(
  `SELECT id, unknown_since FROM prints WHERE state = 'unknown' AND state <> 'printed' AND printer = ?1
    AND id > coalesce((SELECT device_after FROM print_counters WHERE printer = ?1), 0) ORDER BY id`,
);

/** ?1 printer, ?2 the engine's count after the print, null when it has none. Returns the explained count. */
export const EXPLAIN_MARK = new Statement<{ engine_marks: number | null }>(
  'UPDATE print_counters SET engine_marks = coalesce(engine_marks + 1, ?2) WHERE printer = ?1 RETURNING engine_marks',
);
export const EXPLAINED_MARKS = new Statement<{ engine_marks: number | null }>('SELECT engine_marks FROM print_counters WHERE printer = ?1');
export const ACCEPT_MARKS = new Statement(`
  INSERT INTO print_counters (printer, triggers, trigger_bounces, printed_labels, engine_marks) VALUES (?1, 0, 0, 0, ?2)
  ON CONFLICT (printer) DO UPDATE SET engine_marks = excluded.engine_marks`);
/** Another device takes the place of the printer's device: its count is unknown, and says nothing about the prints until now. */
export const FORGET_DEVICE = new Statement(`
  INSERT INTO print_counters (printer, triggers, trigger_bounces, printed_labels, device_after)
  VALUES (?1, 0, 0, 0, (SELECT coalesce(max(id), 0) FROM prints WHERE printer = ?1))
  ON CONFLICT (printer) DO UPDATE SET engine_marks = NULL, device_after = excluded.device_after`);

/** ?1 hash, ?2 text. */
export const STORE_DOCUMENT = new Statement('INSERT INTO label_documents (hash, document) VALUES (?1, ?2) ON CONFLICT DO NOTHING');
