import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { Statement } from '#storage/database/statement.ts';
import { PRINTS_LEFT_OUT } from '../ledger/ledger-checks.ts';

interface LedgerState {
  /** Number of controller runs on this database. */
  epoch: number;
  /** The highest print id ever used. */
  lastPrint: number;
  /** When the last print was reserved; null when there is none. */
  lastReserved: number | null;
}

const STATE = new Statement<LedgerState>(`
  SELECT CAST(coalesce((SELECT value FROM settings WHERE key = 'epoch'), '0') AS INTEGER) AS epoch,
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'prints'), 0) AS lastPrint,
    (SELECT reserved FROM prints ORDER BY id DESC LIMIT 1) AS lastReserved`);
const RAISE_PRINTS = new Statement("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'prints'");
const BEGIN_PRINTS = new Statement(
  "INSERT INTO sqlite_sequence (name, seq) SELECT 'prints', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'prints')",
);
/** Requires the row of the prints, which `BEGIN_PRINTS` creates. */
const LEAVE_PRINTS_OUT = new Statement(`
  INSERT INTO settings (key, value)
  SELECT '${PRINTS_LEFT_OUT}', CAST(max(0, ?1 - seq) AS TEXT) FROM sqlite_sequence WHERE name = 'prints'
  ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + CAST(excluded.value AS INTEGER) AS TEXT)`);
const RAISE_EPOCH = new Statement(`
  INSERT INTO settings (key, value) VALUES ('epoch', CAST(?1 AS TEXT))
  ON CONFLICT (key) DO UPDATE SET value = CAST(max(CAST(value AS INTEGER), ?1) AS TEXT)`);

/** The last epoch and print of the database. */
export async function storedState(
  trx: ControllerTransaction,
): Promise<{ epoch: number; lastPrint: number; lastReserved: number | undefined }> {
  const state = await STATE.first(trx);
  return { epoch: state?.epoch ?? 0, lastPrint: state?.lastPrint ?? 0, lastReserved: state?.lastReserved ?? undefined };
}

/** Skips print ids up to `number`. The ledger check subtracts the ids that no print of this database had. */
export async function movePrintsUp(number: number, trx: ControllerTransaction): Promise<void> {
  await BEGIN_PRINTS.run(trx);
  await LEAVE_PRINTS_OUT.run(trx, number);
  await RAISE_PRINTS.run(trx, number);
}

/** The next run gets a higher epoch than this. */
export async function moveEpochUp(epoch: number, trx: ControllerTransaction): Promise<void> {
  await RAISE_EPOCH.run(trx, epoch);
}
