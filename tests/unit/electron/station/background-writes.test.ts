import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BackgroundWrites } from '#station/background-writes.ts';
import { openStationDatabase } from '#storage/station-database.ts';
import { ManualClock } from '#support/manual-clock.ts';

const MEBIBYTE = 1024 * 1024;

describe('what nobody waits for', () => {
  let isFull: boolean;
  let written: string[];
  let writes: BackgroundWrites;
  beforeEach(() => {
    [isFull, written] = [false, []];
    const db = openStationDatabase(':memory:');
    onTestFinished(() => db.destroy());
    writes = new BackgroundWrites({ db, clock: new ManualClock(), report: () => undefined });
  });

  const write = (text: string) => async () => {
    if (isFull) throw new Error('full');
    written.push(text);
    return Promise.resolve();
  };

  it('is written in its order', async () => {
    for (const text of ['a', 'b', 'c']) writes.add(write(text));
    await writes.stop();
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('B4 waits for room once for each matter, however often that changes meanwhile', async () => {
    isFull = true;
    for (const text of ['a1', 'b', 'a2']) writes.add(write(text), { matter: text[0] });
    writes.add(write('c'));
    await writes.flush();
    for (const text of ['a3', 'd1', 'd2']) writes.add(write(text), { matter: text[0] });
    writes.add(write('c'));
    await writes.flush();
    isFull = false;
    await writes.stop();
    expect(written).toEqual(['b', 'c', 'a3', 'd2', 'c']);
  });

  it('B4 gives way to newer ones when too much waits', async () => {
    isFull = true;
    for (let place = 0; place < 5_001; place += 1) writes.add(write(String(place)));
    await writes.flush();
    writes.add(write('last'));
    isFull = false;
    await writes.stop();
    expect([written.length, written[0], written.at(-1)]).toEqual([5_000, '2', 'last']);
  });

  it('B4 gives way to newer ones when what waits holds too many bytes', async () => {
    isFull = true;
    for (const text of ['a', 'b', 'c']) writes.add(write(text), { bytes: 30 * MEBIBYTE });
    await writes.flush();
    writes.add(write('last'));
    isFull = false;
    await writes.stop();
    expect(written).toEqual(['b', 'c', 'last']);
  });
});
