import type { Holdings } from '#contract/plant/library.ts';
import type { PlantConnections } from '../database/plant-connections.ts';

/** Stores what a line, by the number of its controller, has of the items. It replaces what it said before. */
export async function storeHoldings(connections: PlantConnections, controller: number, { items }: Holdings): Promise<void> {
  await connections.transaction(async (session) => {
    await session.query('DELETE FROM library_holdings WHERE controller = $1', [controller]);
    await session.query(
      `INSERT INTO library_holdings (controller, kind, name, state, version, reason)
        SELECT $1, item->>'kind', item->>'name', item->>'state', (item->>'version')::integer, item->>'reason'
        FROM jsonb_array_elements($2::jsonb) AS item ON CONFLICT DO NOTHING`,
      [controller, JSON.stringify(items)],
    );
  });
}
