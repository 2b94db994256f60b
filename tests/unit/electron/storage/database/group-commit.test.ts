import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { sql, type Kysely, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { openDatabase } from '#storage/database/open-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

interface Notes {
  notes: { text: string };
}
const migrations = [{ version: 1, sql: 'CREATE TABLE notes (text TEXT NOT NULL UNIQUE)' }];

interface Watched {
  count: number;
  /** Whether savepoints were used. */
  hasSavepoints: boolean;
  fail: ((commit: number) => void) | undefined;
}

/** The commits of all databases of this process. */
function watchCommits(): Watched {
  const watched: Watched = { count: 0, hasSavepoints: false, fail: undefined };
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
    const statement = prepare.call(this, text);
    watched.hasSavepoints ||= text.startsWith('SAVEPOINT');
    if (text !== 'commit') return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      watched.count += 1;
      watched.fail?.(watched.count);
      return run();
    };
    return statement;
  });
  return watched;
}

describe('a group commit', () => {
  let db: Kysely<Notes>;
  let group: GroupCommit<Notes>;
  let commits: ReturnType<typeof watchCommits>;
  const onBroken = vi.fn();

  beforeEach(() => {
    commits = watchCommits();
    db = openDatabase<Notes>({ file: join(temporaryFolder(), 'notes.db'), migrations, disk: { onBroken } });
    group = new GroupCommit(db);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    onBroken.mockClear();
    await db.destroy();
  });

  const note = (text: string) => async (trx: Transaction<Notes>) => {
    await trx.insertInto('notes').values({ text }).execute();
    return text;
  };
  const notes = async () => (await db.selectFrom('notes').selectAll().orderBy('text').execute()).map(({ text }) => text);
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `note ${index + 100}`);

  it('commits concurrent tasks together, and resolves each with its own result', async () => {
    const texts = numbered(50);
    expect(await Promise.all(texts.map((text) => group.run(note(text))))).toEqual(texts);
    expect({ notes: await notes(), commits: commits.count }).toEqual({ notes: texts, commits: 1 });
  });

  it('resolves no task before the commit', async () => {
    const answered: string[] = [];
    commits.fail = () => answered.push('commit');
    await Promise.all(['a', 'b'].map((text) => group.run(note(text)).then(() => answered.push(text))));
    expect(answered).toEqual(['commit', 'a', 'b']);
  });

  it('rolls back only the failed task', async () => {
    const failing = group.run(async (trx) => {
      await note('half')(trx);
      throw new Error('half-way');
    });
    const all = await Promise.allSettled([group.run(note('a')), failing, group.run(note('b')), group.run(note('a'))]);
    expect(all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
      'a',
      'half-way',
      'b',
      'UNIQUE constraint failed: notes.text',
    ]);
    expect({ notes: await notes(), commits: commits.count }).toEqual({ notes: ['a', 'b'], commits: 1 });
  });

  describe('of repeatable tasks', () => {
    const REPEATABLE = { isRepeatable: true };
    const failing = async (trx: Transaction<Notes>) => {
      await note('half')(trx);
      throw new Error('half-way');
    };

    it('runs them once, without savepoints', async () => {
      const works = numbered(50).map((text) => vi.fn(note(text)));
      expect(await Promise.all(works.map((work) => group.run(work, REPEATABLE)))).toEqual(numbered(50));
      expect(works.filter((work) => work.mock.calls.length !== 1)).toEqual([]);
      expect([commits.count, commits.hasSavepoints]).toEqual([1, false]);
    });

    it('runs the group again when one fails, and rolls back only that one', async () => {
      const before = vi.fn(note('before'));
      const all = await Promise.allSettled([before, failing, note('after')].map((work) => group.run<unknown>(work, REPEATABLE)));
      expect(all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
        'before',
        'half-way',
        'after',
      ]);
      expect({ notes: await notes(), commits: commits.count, runs: before.mock.calls.length }).toEqual({
        notes: ['after', 'before'],
        commits: 1,
        runs: 2,
      });
    });

    it('never repeats a task that is not repeatable', async () => {
      const once = vi.fn(note('once'));
      await Promise.allSettled([group.run(note('a'), REPEATABLE), group.run(failing, REPEATABLE), group.run(once)]);
      expect({ notes: await notes(), runs: once.mock.calls.length }).toEqual({ notes: ['a', 'once'], runs: 1 });
    });
  });

  describe('of patient tasks', () => {
    const PATIENT = { isPatient: true };
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
    };
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it('waits for an expected task', async () => {
      const arrived = group.expect();
      const early = group.run(note('early'), PATIENT);
      await turns(10);
      const late = group.run(note('late'), PATIENT);
      arrived();
      await Promise.all([early, late]);
      expect(commits.count).toBe(1);
    });

    it('waits no longer once nothing is expected', async () => {
      const arrived = group.expect();
      const waiting = group.run(note('waiting'), PATIENT);
      await turns(10);
      const before = commits.count;
      arrived();
      await waiting;
      expect([before, commits.count]).toEqual([0, 1]);
    });

    it('waits 20 ms at most', async () => {
      group.expect();
      const waiting = group.run(note('waiting'), PATIENT);
      await turns(10);
      vi.advanceTimersByTime(20);
      await expect(waiting).resolves.toBe('waiting');
    });

    it('does not wait with a task that is not patient', async () => {
      group.expect();
      const patient = group.run(note('patient'), PATIENT);
      await turns(10);
      await Promise.all([group.run(note('at once')), patient]);
      expect(commits.count).toBe(1);
    });

    it('counts an expected task once, however often it is reported', async () => {
      const first = group.expect();
      group.expect();
      first();
      first();
      const waiting = group.run(note('waiting'), PATIENT);
      await turns(10);
      const before = commits.count;
      vi.advanceTimersByTime(20);
      await waiting;
      expect(before).toBe(0);
    });
  });

  it('rolls back a single task', async () => {
    const failing = group.run(async (trx) => {
      await note('half')(trx);
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await notes()).toEqual([]);
  });

  it('lets a task see the changes of the tasks before it', async () => {
    const seen = [group.run(note('a')), group.run((trx) => trx.selectFrom('notes').selectAll().execute())];
    expect(await Promise.all(seen)).toEqual(['a', [{ text: 'a' }]]);
  });

  it('forms another group of tasks that arrive during a commit', async () => {
    const first = group.run(note('a'));
    const second = first.then(() => Promise.all([group.run(note('b')), group.run(note('c'))]));
    expect([await first, await second, commits.count]).toEqual(['a', ['b', 'c'], 2]);
  });

  it('commits many tasks in several groups, in order', async () => {
    const texts = numbered(300);
    const order: string[] = [];
    await Promise.all(texts.map((text) => group.run(note(text)).then((written) => order.push(written))));
    expect({ order, commits: commits.count }).toEqual({ order: texts, commits: 3 });
  });

  it('allows other reads between two groups', async () => {
    const writing = Promise.all(numbered(300).map((text) => group.run(note(text))));
    await group.run(note('first'));
    expect((await notes()).length).toBeGreaterThan(0);
    await writing;
  });

  it('B4 rolls back the whole group on a full disk', async () => {
    await sql`PRAGMA max_page_count = 8`.execute(db);
    const all = await Promise.allSettled([group.run(note('a')), group.run(note('x'.repeat(100_000))), group.run(note('b'))]);
    const failures = all.map((one) => (one.status === 'rejected' ? (one.reason as { slug: string }).slug : 'written'));
    expect({ failures, notes: await notes() }).toEqual({ failures: ['disk-full', 'disk-full', 'disk-full'], notes: [] });
    await sql`PRAGMA max_page_count = 1000`.execute(db);
    expect(await group.run(note('space again'))).toBe('space again');
  });

  it('B3 after a failed commit all tasks reject with an unknown outcome, and the database refuses further statements', async () => {
    commits.fail = () => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 1034 });
    };
    const all = await Promise.allSettled([group.run(note('a')), group.run(note('b'))]);
    const unknown =
      'The database could not be written (disk I/O error). Whether the last change was saved is unknown until it is opened again.';
    expect(all.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'written'))).toEqual([unknown, unknown]);
    commits.fail = undefined;
    await expect(group.run(note('c'))).rejects.toThrow(unknown);
    await expect(notes()).rejects.toThrow(unknown);
    expect(onBroken).toHaveBeenCalledOnce();
  });
});
