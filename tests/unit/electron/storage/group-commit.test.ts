import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { sql, type Kysely, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GroupCommit } from '#storage/group-commit.ts';
import { openDatabase } from '#storage/open-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

interface Notes {
  notes: { text: string };
}
const migrations = [{ version: 1, sql: 'CREATE TABLE notes (text TEXT NOT NULL UNIQUE)' }];

interface Watched {
  count: number;
  /** Whether works were to be taken back one by one. */
  hasSavepoints: boolean;
  fail: ((commit: number) => void) | undefined;
}

/** The commits that any database of this process makes. */
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

  it('makes works that wait together durable at once, and answers each with its own result', async () => {
    const texts = numbered(50);
    expect(await Promise.all(texts.map((text) => group.run(note(text))))).toEqual(texts);
    expect({ notes: await notes(), commits: commits.count }).toEqual({ notes: texts, commits: 1 });
  });

  it('answers nobody before the commit', async () => {
    const answered: string[] = [];
    commits.fail = () => answered.push('commit');
    await Promise.all(['a', 'b'].map((text) => group.run(note(text)).then(() => answered.push(text))));
    expect(answered).toEqual(['commit', 'a', 'b']);
  });

  it('takes back only the work that failed, and all of it', async () => {
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

  describe('of works that can be repeated', () => {
    const REPEATABLE = { isRepeatable: true };
    const failing = async (trx: Transaction<Notes>) => {
      await note('half')(trx);
      throw new Error('half-way');
    };

    it('does them once and without savepoints', async () => {
      const works = numbered(50).map((text) => vi.fn(note(text)));
      expect(await Promise.all(works.map((work) => group.run(work, REPEATABLE)))).toEqual(numbered(50));
      expect(works.filter((work) => work.mock.calls.length !== 1)).toEqual([]);
      expect([commits.count, commits.hasSavepoints]).toEqual([1, false]);
    });

    it('begins again where one fails, and takes back only that one', async () => {
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

    it('never repeats one among them that cannot be', async () => {
      const once = vi.fn(note('once'));
      await Promise.allSettled([group.run(note('a'), REPEATABLE), group.run(failing, REPEATABLE), group.run(once)]);
      expect({ notes: await notes(), runs: once.mock.calls.length }).toEqual({ notes: ['a', 'once'], runs: 1 });
    });
  });

  describe('of patient works', () => {
    const PATIENT = { isPatient: true };
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
    };
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it('waits for one that is expected', async () => {
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

    it('waits only for a moment', async () => {
      group.expect();
      const waiting = group.run(note('waiting'), PATIENT);
      await turns(10);
      vi.advanceTimersByTime(20);
      await expect(waiting).resolves.toBe('waiting');
    });

    it('makes nobody wait who is not patient', async () => {
      group.expect();
      const patient = group.run(note('patient'), PATIENT);
      await turns(10);
      await Promise.all([group.run(note('at once')), patient]);
      expect(commits.count).toBe(1);
    });

    it('counts one that is expected once, however often it is said to have come', async () => {
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

  it('takes back a work that was alone', async () => {
    const failing = group.run(async (trx) => {
      await note('half')(trx);
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await notes()).toEqual([]);
  });

  it('lets a work see what the works before it did', async () => {
    const seen = [group.run(note('a')), group.run((trx) => trx.selectFrom('notes').selectAll().execute())];
    expect(await Promise.all(seen)).toEqual(['a', [{ text: 'a' }]]);
  });

  it('makes another group of what arrives while one is under way', async () => {
    const first = group.run(note('a'));
    const second = first.then(() => Promise.all([group.run(note('b')), group.run(note('c'))]));
    expect([await first, await second, commits.count]).toEqual(['a', ['b', 'c'], 2]);
  });

  it('commits a crowd in several groups, in order', async () => {
    const texts = numbered(300);
    const order: string[] = [];
    await Promise.all(texts.map((text) => group.run(note(text)).then((written) => order.push(written))));
    expect({ order, commits: commits.count }).toEqual({ order: texts, commits: 3 });
  });

  it('lets others read the database in between', async () => {
    const writing = Promise.all(numbered(300).map((text) => group.run(note(text))));
    await group.run(note('first'));
    expect((await notes()).length).toBeGreaterThan(0);
    await writing;
  });

  it('B4 a full disk takes back the whole group, and nothing else is written', async () => {
    await sql`PRAGMA max_page_count = 8`.execute(db);
    const all = await Promise.allSettled([group.run(note('a')), group.run(note('x'.repeat(100_000))), group.run(note('b'))]);
    const failures = all.map((one) => (one.status === 'rejected' ? (one.reason as { slug: string }).slug : 'written'));
    expect({ failures, notes: await notes() }).toEqual({ failures: ['disk-full', 'disk-full', 'disk-full'], notes: [] });
    await sql`PRAGMA max_page_count = 1000`.execute(db);
    expect(await group.run(note('room again'))).toBe('room again');
  });

  it('B3 after a failed commit all hear that the outcome is unknown, and the database is not used any more', async () => {
    commits.fail = () => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 1034 });
    };
    const all = await Promise.allSettled([group.run(note('a')), group.run(note('b'))]);
    const unknown =
      'The database could not be written (disk I/O error): whether the last change was kept is unknown until it is opened anew.';
    expect(all.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'written'))).toEqual([unknown, unknown]);
    commits.fail = undefined;
    await expect(group.run(note('c'))).rejects.toThrow(unknown);
    await expect(notes()).rejects.toThrow(unknown);
    expect(onBroken).toHaveBeenCalledOnce();
  });
});
