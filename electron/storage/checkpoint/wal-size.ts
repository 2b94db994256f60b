/** A checkpoint that does not wait for readers or writers. Returns a row with the size of the WAL. */
export const CHECKPOINT = 'PRAGMA wal_checkpoint(PASSIVE)';

const PAGE_BYTES = 4_096;

/** The size of a WAL in bytes. */
export interface WalSize {
  bytes: number;
  /** The part that could not be checkpointed, because a reader uses an older snapshot. */
  heldBack: number;
}

/** Parses the row of `CHECKPOINT`: pages in the WAL, and those that were checkpointed; -1 for a database without a WAL. */
export function walSizeOf(row: Record<string, unknown> | undefined): WalSize {
  const { log, checkpointed } = { log: Number(row?.['log'] ?? 0), checkpointed: Number(row?.['checkpointed'] ?? 0) };
  return { bytes: Math.max(0, log) * PAGE_BYTES, heldBack: Math.max(0, log - checkpointed) * PAGE_BYTES };
}
