import type { PlantConnections } from '../database/plant-connections.ts';

export const RETENTION_SETTING = 'retentionMonths';
/** One instance of the plant removes partitions at a time. */
const LOCK = 731_000_002;
const PARTITION = /^(prints|print_serials)_(\d{4})_(\d{2})$/;

/**
 * Drops the partitions of months that ended more than the set number of months ago. Returns their names; empty if prints are kept permanently, or
 * while another instance does it.
 */
export async function removeOldMonths(connections: PlantConnections, now: number): Promise<string[]> {
  return connections.transaction(async (session) => {
    const [lock] = await session.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`);
    const [setting] = await session.query<{ value: string }>('SELECT value FROM settings WHERE key = $1', [RETENTION_SETTING]);
    if (!lock?.taken || !setting) return [];
    const children = await session.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('prints'::regclass, 'print_serials'::regclass)",
    );
    const old = children.map(({ name }) => name).filter((name) => isOver(name, { months: Number(setting.value), now }));
    for (const name of old) await session.query('SELECT drop_partition($1)', [name]);
    return old;
  });
}

/** Whether a partition has only prints that are older than so many months, counted in whole months of UTC. */
export function isOver(partition: string, { months, now }: { months: number; now: number }): boolean {
  const match = PARTITION.exec(partition);
  if (!match) return false;
  const date = new Date(now);
  const oldest = date.getUTCFullYear() * 12 + date.getUTCMonth() - months;
  return Number(match[2]) * 12 + Number(match[3]) - 1 < oldest;
}
