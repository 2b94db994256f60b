import { CompiledQuery } from 'kysely';
import type { ControllerDatabase } from './controller-schema.ts';

interface LogRow {
  /** Pages in the log, and those of them that are in the file itself; -1 for a database without one. */
  log: number;
  checkpointed: number;
}

const PAGE_BYTES = 4_096;

/** How much the log of a database holds, in bytes, and how much of that is not in the file itself because somebody still reads what was before. */
export interface LogState {
  bytes: number;
  heldBack: number;
}

/** Puts into the file itself what can be, without waiting for anybody, and tells what the log holds then. */
export async function shortenLog(db: ControllerDatabase): Promise<LogState> {
  const { rows } = await db.executeQuery<LogRow>(CompiledQuery.raw('PRAGMA wal_checkpoint(PASSIVE)'));
  const { log, checkpointed } = rows[0] ?? { log: 0, checkpointed: 0 };
  return { bytes: Math.max(0, log) * PAGE_BYTES, heldBack: Math.max(0, log - checkpointed) * PAGE_BYTES };
}
