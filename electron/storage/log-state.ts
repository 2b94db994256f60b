/** Puts into the file itself what can be, without waiting for anybody. Gives a row of what the log holds then. */
export const SHORTEN = 'PRAGMA wal_checkpoint(PASSIVE)';

const PAGE_BYTES = 4_096;

/** How much the log of a database holds, in bytes, and how much of that is not in the file itself because somebody still reads what was before. */
export interface LogState {
  bytes: number;
  heldBack: number;
}

/** Reads the row: pages in the log, and those of them that are in the file itself; -1 for a database without one. */
export function stateOf(row: Record<string, unknown> | undefined): LogState {
  const { log, checkpointed } = { log: Number(row?.['log'] ?? 0), checkpointed: Number(row?.['checkpointed'] ?? 0) };
  return { bytes: Math.max(0, log) * PAGE_BYTES, heldBack: Math.max(0, log - checkpointed) * PAGE_BYTES };
}
