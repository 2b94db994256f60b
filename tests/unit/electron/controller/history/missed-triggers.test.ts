import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { MissedTriggers } from '#controller/history/missed-triggers.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';

describe('missed triggers', () => {
  let db: ControllerDatabase;
  let missedTriggers: MissedTriggers;
  const record = (printer: string, at: number) => missedTriggers.record({ printer, job: null, at, reason: `at ${at}` });

  beforeEach(() => {
    db = openControllerDatabase(':memory:');
    const requirePrinter = (name: string) => {
      if (name === 'Line 9') throw new ProblemError('not-found');
    };
    missedTriggers = new MissedTriggers({ db, commits: new GroupCommit(db), requirePrinter });
  });
  afterEach(() => db.destroy());

  it('are read page by page, the newest first, those of other printers left out', async () => {
    for (let at = 1; at <= 3; at += 1) {
      await record('Line 1', at);
      await record('Line 2', at);
    }
    const first = await missedTriggers.page('Line 1', { limit: 2 });
    const second = await missedTriggers.page('Line 1', { limit: 2, before: first.next ?? undefined });
    const moments = [first, second].map((page) => page.missedTriggers.map(({ reason }) => reason));
    expect({ moments, next: [first.next, second.next] }).toEqual({ moments: [['at 3', 'at 2'], ['at 1']], next: [3, null] });
  });

  it('drop the oldest beyond 100 000', async () => {
    await record('Line 1', 1);
    await sql`UPDATE sqlite_sequence SET seq = 100000 WHERE name = 'missed_triggers'`.execute(db);
    await record('Line 2', 2);
    await record('Line 1', 3);
    expect((await missedTriggers.page('Line 1', { limit: 50 })).missedTriggers).toMatchObject([{ reason: 'at 3' }]);
  });

  it('are refused for a printer that is not there', async () => {
    await expect(missedTriggers.page('Line 9', { limit: 50 })).rejects.toMatchObject({ slug: 'not-found' });
  });
});
