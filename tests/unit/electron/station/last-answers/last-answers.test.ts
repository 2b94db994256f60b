import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BackgroundWrites } from '#station/platform/background-writes.ts';
import { AnswerStore } from '#station/last-answers/answer-store.ts';
import { LastAnswers } from '#station/last-answers/last-answers.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { ManualClock } from '#support/manual-clock.ts';

const question = (name: string, connection = 'hall') => ({ connection, operation: 'labels.get', name, question: '{}' });

let db: StationDatabase;
let clock: ManualClock;
let writes: BackgroundWrites;
beforeEach(() => {
  db = openStationDatabase(':memory:');
  onTestFinished(() => db.destroy());
  clock = new ManualClock();
  writes = new BackgroundWrites({ db, clock, report: () => undefined });
});

async function keptNames(): Promise<string[]> {
  await writes.flush();
  const rows = await db.selectFrom('last_answers').select('name').orderBy('at').execute();
  return rows.map(({ name }) => name);
}

describe('the last answers of a controller', () => {
  it('are limited in bytes for each controller, and the oldest are deleted', async () => {
    const store = new AnswerStore(db, writes, 1_000);
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) store.save(question(name), { answer: 'x'.repeat(400), at });
    store.save(question('other', 'yard'), { answer: 'x'.repeat(900), at: 9 });
    store.trim('hall');
    await expect(keptNames()).resolves.toEqual(['c', 'd', 'other']);
  });

  it('are limited in number for each controller', async () => {
    const store = new AnswerStore(db, writes);
    for (let at = 0; at < 3_002; at += 1) store.save(question(String(at)), { answer: '1', at });
    store.trim('hall');
    const names = await keptNames();
    expect([names.length, names[0]]).toEqual([3_000, '2']);
  });

  it('are trimmed after a few large ones, not only after many', async () => {
    const answers = new LastAnswers(clock, new AnswerStore(db, writes, 10_000_000));
    for (let place = 0; place < 10; place += 1) {
      answers.remember(question(String(place)), 'x'.repeat(3_500_000));
      clock.advance(1);
      await writes.flush();
    }
    await expect(keptNames()).resolves.toEqual(['8', '9']);
  });

  it('are not stored when the answer or the question is too long', async () => {
    const answers = new LastAnswers(clock, new AnswerStore(db, writes));
    answers.remember(question('long'), 'x'.repeat(4_000_001));
    answers.remember({ ...question('wordy'), question: 'x'.repeat(10_001) }, 'short');
    answers.remember(question('short'), 'short');
    await expect(keptNames()).resolves.toEqual(['short']);
  });
});
