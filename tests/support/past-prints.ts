import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

/** Adds prints of these minutes (milliseconds since the epoch) to the history of a printer. */
export async function putPastPrints(
  db: ControllerDatabase,
  printer: string,
  minutes: readonly { at: number; count: number }[],
): Promise<void> {
  const quarters = new Map<number, number>();
  let total = 0;
  for (const { at, count } of minutes) {
    await db
      .insertInto('history_minutes')
      .values({ printer, minute: Math.floor(at / 60_000), count })
      .execute();
    const quarter = Math.floor(at / 900_000);
    quarters.set(quarter, (quarters.get(quarter) ?? 0) + count);
    total += count;
  }
  for (const [quarter, count] of quarters) await db.insertInto('history_quarters').values({ printer, quarter, count }).execute();
  await db.updateTable('print_counters').set({ triggers: total, printed_labels: total }).where('printer', '=', printer).execute();
}
