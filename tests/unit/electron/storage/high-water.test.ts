import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HighWater, PRINTS_AHEAD } from '#storage/high-water.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const fileIn = (folder: string): string => join(folder, 'high-water.json');

describe('I2 how far serials may have come', () => {
  it('covers nothing that was not raised before, and then as many prints as its mark stands ahead', () => {
    const marks = new HighWater(fileIn(temporaryFolder()));
    expect(marks.covers('Serial', 1)).toBe(false);
    marks.raiseCounter('Serial', { value: 1_001, repeated: 0 });
    expect([marks.covers('Serial', PRINTS_AHEAD), marks.covers('Serial', 1)]).toEqual([true, false]);
  });

  it('is there after a kill at any moment, with names as strange as they come', () => {
    const file = fileIn(temporaryFolder());
    const marks = new HighWater(file);
    marks.begin({ controller: 'controller', epoch: 4, lastPrint: 0 });
    marks.coverPrint(7 + PRINTS_AHEAD);
    for (const name of ['__proto__', 'constructor', 'Ä/..']) marks.raiseCounter(name, { value: 12, repeated: 3 });
    const again = new HighWater(file);
    expect(again.before).toMatchObject({ controller: 'controller', epoch: 4, prints: 7 + 2 * PRINTS_AHEAD, isClosed: false });
    for (const name of ['__proto__', 'constructor', 'Ä/..']) expect(again.markOf(name)).toEqual({ value: 12, repeated: 3 });
    expect([again.markOf('toString'), again.covers('__proto__', 1)]).toEqual([undefined, false]);
  });

  it('B15 write nothing, ahead or at once, where another folder has taken the place of theirs', async () => {
    const file = fileIn(temporaryFolder());
    let isLost = false;
    const marks = new HighWater(file, () => {
      if (isLost) throw new Error('lost');
    });
    marks.begin({ controller: 'controller', epoch: 1, lastPrint: 0 });
    const before = readFileSync(file, 'utf8');
    isLost = true;
    expect(() => marks.raiseCounter('Serial', { value: 1_001, repeated: 0 })).toThrow('lost');
    expect(() => marks.probe()).toThrow('lost');
    await expect(marks.coverPrintsAhead(1)).rejects.toThrow('lost');
    expect([readFileSync(file, 'utf8'), readdirSync(dirname(file))]).toEqual([before, ['high-water.json']]);
  });

  it('knows a counter by every name that it had since', () => {
    const marks = new HighWater(fileIn(temporaryFolder()));
    marks.raiseCounter('Lot', { value: 100, repeated: 0 });
    marks.renameCounter('Lot', 'Batch');
    marks.raiseCounter('Batch', { value: 2_100, repeated: 0 });
    marks.renameCounter('Batch', 'Charge');
    expect(['Lot', 'Batch', 'Charge'].map((name) => marks.markOf(name)?.value)).toEqual([2_100, 2_100, undefined]);
    marks.renameCounter('Charge', 'Lot');
    expect(marks.markOf('Lot')?.value).toBe(2_100);
  });

  it('sets a mark anew once a person has put the counter somewhere else', () => {
    const marks = new HighWater(fileIn(temporaryFolder()));
    marks.raiseCounter('Serial', { value: 1_001, repeated: 0 });
    marks.forgetCounter('Serial');
    expect(marks.covers('Serial', 1)).toBe(false);
    expect(marks.markOf('Serial')?.value).toBe(1_001);
  });

  it('is exact after an end in order, and open again with the next run', () => {
    const file = fileIn(temporaryFolder());
    const marks = new HighWater(file);
    marks.begin({ controller: 'controller', epoch: 1, lastPrint: 0 });
    marks.coverPrint(5);
    marks.close(5);
    const next = new HighWater(file);
    expect(next.before).toMatchObject({ prints: 5, isClosed: true });
    next.begin({ controller: 'controller', epoch: 2, lastPrint: 0 });
    expect(new HighWater(file).before).toMatchObject({ isClosed: false, epoch: 2 });
  });

  it('is lost, and says so, where its file is no marks any more', () => {
    const file = fileIn(temporaryFolder());
    expect(new HighWater(file).before).toBeUndefined();
    for (const text of ['', '{"epoch":', '{"epoch":-1}', 'null']) {
      writeFileSync(file, text);
      expect(new HighWater(file).before).toBe('lost');
    }
  });

  it('B7 is lost when a single digit of its file is another one', () => {
    const file = fileIn(temporaryFolder());
    new HighWater(file).raiseCounter('Serial', { value: 8_001, repeated: 0 });
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('8001', '0001'));
    expect(new HighWater(file).before).toBe('lost');
    writeFileSync(file, text.replace('"sha256"', '"sha257"'));
    expect(new HighWater(file).before).toBe('lost');
  });

  it('is read as an earlier version wrote it, without a hash', () => {
    const file = fileIn(temporaryFolder());
    const marks = { controller: 'c', epoch: 1, prints: 7, counters: [], renamed: [], isClosed: true };
    writeFileSync(file, JSON.stringify(marks));
    expect(new HighWater(file).before).toEqual(marks);
  });

  it('writes nothing where there is no file', () => {
    const marks = new HighWater();
    expect(marks.covers('Serial', 5_000_000)).toBe(true);
    marks.begin({ controller: 'controller', epoch: 1, lastPrint: 0 });
    marks.renameCounter('a', 'b');
    marks.close(9);
    expect(marks.before).toBeUndefined();
  });

  it('is written only once in many prints', () => {
    const file = fileIn(temporaryFolder());
    const marks = new HighWater(file);
    marks.coverPrint(1);
    const text = readFileSync(file, 'utf8');
    for (let id = 2; id <= 1 + PRINTS_AHEAD; id += 1) marks.coverPrint(id);
    expect(readFileSync(file, 'utf8')).toBe(text);
    marks.coverPrint(2 + PRINTS_AHEAD);
    expect(readFileSync(file, 'utf8')).not.toBe(text);
  });

  describe('ahead of need', () => {
    const mark = (value: number) => ({ value, repeated: 0 });
    const made = (value: number) => () => Promise.resolve(mark(value));

    it('covers as many prints as lie between its mark and where the counter was, whatever was printed meanwhile', async () => {
      const marks = new HighWater(fileIn(temporaryFolder()));
      marks.raiseCounter('Serial', mark(1_001));
      expect(marks.covers('Serial', 400)).toBe(true);
      expect(marks.isLow('Serial')).toBe(false);
      expect(marks.covers('Serial', 200)).toBe(true);
      expect(marks.isLow('Serial')).toBe(true);
      const raising = marks.raiseCounterAhead('Serial', made(1_601));
      expect([marks.isLow('Serial'), marks.covers('Serial', 100)]).toEqual([false, true]);
      await raising;
      expect(marks.markOf('Serial')).toEqual(mark(1_601));
      expect([marks.covers('Serial', 900), marks.covers('Serial', 1)]).toEqual([true, false]);
    });

    it('is durable before it covers anything, and one write serves all that came meanwhile', async () => {
      const file = fileIn(temporaryFolder());
      const marks = new HighWater(file);
      const names = ['a', 'b', 'c'];
      const raising = Promise.all(names.map((name, index) => marks.raiseCounterAhead(name, made(index))));
      expect(names.map((name) => marks.covers(name, 1))).toEqual([false, false, false]);
      await raising;
      const stored = new HighWater(file);
      expect(names.map((name) => [marks.covers(name, PRINTS_AHEAD), stored.markOf(name)?.value])).toEqual([
        [true, 0],
        [true, 1],
        [true, 2],
      ]);
    });

    it('keeps what was set by a print meanwhile, and where a person has put a counter', async () => {
      const file = fileIn(temporaryFolder());
      const marks = new HighWater(file);
      const raising = Promise.all(['Set', 'Moved', 'Other'].map((name) => marks.raiseCounterAhead(name, made(1_000))));
      marks.raiseCounter('Set', mark(5_000));
      marks.forgetCounter('Moved');
      await raising;
      expect(['Set', 'Moved', 'Other'].map((name) => new HighWater(file).markOf(name)?.value)).toEqual([5_000, undefined, 1_000]);
      expect(['Set', 'Moved', 'Other'].map((name) => marks.covers(name, 1))).toEqual([true, false, true]);
    });

    it('covers prints before they run out', async () => {
      const file = fileIn(temporaryFolder());
      const marks = new HighWater(file);
      marks.begin({ controller: 'controller', epoch: 1, lastPrint: 40 });
      expect([marks.isPrintLow(41), marks.isPrintLow(541)]).toEqual([false, true]);
      const covering = marks.coverPrintsAhead(541);
      expect(marks.isPrintLow(542)).toBe(false);
      await covering;
      expect(new HighWater(file).before).toMatchObject({ prints: 541 + PRINTS_AHEAD });
      expect([marks.isPrintLow(542), marks.isPrintLow(1_042)]).toEqual([false, true]);
    });

    it('writes nothing behind the end of a run', async () => {
      const file = fileIn(temporaryFolder());
      const marks = new HighWater(file);
      marks.begin({ controller: 'controller', epoch: 1, lastPrint: 0 });
      const raising = Promise.all([marks.raiseCounterAhead('Serial', made(9)), marks.coverPrintsAhead(900)]);
      marks.close(3);
      await raising;
      expect(new HighWater(file).before).toMatchObject({ prints: 3, counters: [], isClosed: true });
    });

    it('rejects with what the disk says, and leaves it to the print that needs it', async () => {
      const file = join(temporaryFolder(), 'gone', 'high-water.json');
      const marks = new HighWater(file);
      await expect(marks.raiseCounterAhead('Serial', made(9))).rejects.toThrow('ENOENT');
      await expect(marks.coverPrintsAhead(1)).rejects.toThrow('ENOENT');
      expect([marks.covers('Serial', 1), marks.isLow('Serial'), marks.isPrintLow(1)]).toEqual([false, true, true]);
      expect(() => marks.coverPrint(1)).toThrow('ENOENT');
    });
  });
});
