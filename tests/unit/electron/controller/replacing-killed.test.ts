import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeData } from '#controller/compose-data.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { FixtureProcess } from '#support/child-process.ts';
import { fullLabel, fullTable } from '#support/numbered-data.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const KILLS = 4;
/** Processes are started here, on a machine that may be busy. */
const LIMIT = 60_000;

it('A5 a kill while a label and a table are replaced leaves the old or the new one, never a mixture', { timeout: LIMIT }, async () => {
  const file = join(temporaryFolder(), 'controller.db');
  let stored = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const child = new FixtureProcess('replace-forever.ts', file, String(stored + 1));
    // Kills at a different moment each time.
    for (let replaced = 0; replaced < kill; replaced += 1) stored = Number(await child.line());
    await child.kill();

    const db = openControllerDatabase(file);
    const { labels, tables } = composeData({ db, now: () => 1, newId: () => 'id', publish: () => undefined });
    await tables.start();
    const [{ label }, table] = [await labels.get('Case'), await tables.get('Products')];
    await db.destroy();
    const number = Number(table.rows[0]?.[1]);
    // At least everything that was confirmed is stored; more may be.
    expect(number).toBeGreaterThanOrEqual(stored);
    expect(table).toEqual(fullTable(number));
    expect([fullLabel(number), fullLabel(number + 1)]).toContainEqual(label);
    stored = number + 1;
  }
});
