import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BackgroundWrites } from '#station/platform/background-writes.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { ManualClock } from '#support/manual-clock.ts';

const MEBIBYTE = 1024 * 1024;

describe('background writes', () => {
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

  it('run in their order', async () => {
    for (const text of ['a', 'b', 'c']) writes.add(write(text));
    await writes.stop();
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('B4 keep the last write of each key while the disk is full', async () => {
    isFull = true;
    for (const text of ['a1', 'b', 'a2']) writes.add(write(text), { key: text[0] });
    writes.add(write('c'));
    await writes.flush();
    for (const text of ['a3', 'd1', 'd2']) writes.add(write(text), { key: text[0] });
    writes.add(write('c'));
    await writes.flush();
    isFull = false;
    await writes.stop();
    expect(written).toEqual(['b', 'c', 'a3', 'd2', 'c']);
  });

  it('B4 drop the oldest writes beyond the limit', async () => {
    isFull = true;
    for (let place = 0; place < 5_001; place += 1) writes.add(write(String(place)));
    await writes.flush();
    writes.add(write('last'));
    isFull = false;
    await writes.stop();
    expect([written.length, written[0], written.at(-1)]).toEqual([5_000, '2', 'last']);
  });

  it('B4 drop the oldest writes beyond the limit of bytes', async () => {
    isFull = true;
    for (const text of ['a', 'b', 'c']) writes.add(write(text), { bytes: 30 * MEBIBYTE });
    await writes.flush();
    writes.add(write('last'));
    isFull = false;
    await writes.stop();
    expect(written).toEqual(['b', 'c', 'last']);
  });
});
