import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeData } from '#controller/compose-data.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import { FixtureProcess } from '#support/child-process.ts';
import { fullLabel, fullTable } from '#support/numbered-data.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const KILLS = 4;
/** Processes are started here, on a machine that may be busy. */
const LIMIT = 60_000;

it(
  'A5 a kill while a label and a table are replaced leaves the old one or the new one, never some of both',
  { timeout: LIMIT },
  async () => {
    const file = join(temporaryFolder(), 'controller.db');
    let stored = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const child = new FixtureProcess('replace-forever.ts', file, String(stored + 1));
      // Each time at another place of what it does: nothing waits for it.
      for (let replaced = 0; replaced < kill; replaced += 1) stored = Number(await child.line());
      await child.kill();

      const db = openControllerDatabase(file);
      const { labels, tables } = composeData({ db, now: () => 1, newId: () => 'id', tell: () => undefined });
      await tables.start();
      const [{ label }, table] = [await labels.get('Case'), await tables.get('Products')];
      await db.destroy();
      const number = Number(table.rows[0]?.[1]);
      // What was said to be stored is the least that is there; more may be, of which nobody was told any more.
      expect(number).toBeGreaterThanOrEqual(stored);
      expect(table).toEqual(fullTable(number));
      expect([fullLabel(number), fullLabel(number + 1)]).toContainEqual(label);
      stored = number + 1;
    }
  },
);
