import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HighWater, PRINTS_AHEAD } from '#storage/high-water.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const fileIn = (folder: string): string => join(folder, 'high-water.json');

describe('I2 high-water marks', () => {
  it('cover no print before they are raised, and 1 000 prints after that', () => {
    const marks = new HighWater(fileIn(temporaryFolder()));
    expect(marks.covers('Serial', 1)).toBe(false);
    marks.raiseCounter('Serial', { value: 1_001, repeated: 0 });
    expect([marks.covers('Serial', PRINTS_AHEAD), marks.covers('Serial', 1)]).toEqual([true, false]);
  });

  it('survive a kill at any moment, with any names', () => {
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

  it('B15 are not written when their folder was replaced', async () => {
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

  it('are found by later names of a counter', () => {
    const marks = new HighWater(fileIn(temporaryFolder()));
    marks.raiseCounter('Lot', { value: 100, repeated: 0 });
    marks.renameCounter('Lot', 'Batch');
    marks.raiseCounter('Batch', { value: 2_100, repeated: 0 });
    marks.renameCounter('Batch', 'Charge');
    expect(['Lot', 'Batch', 'Charge'].map((name) => marks.markOf(name)?.value)).toEqual([2_100, 2_100, undefined]);
    marks.renameCounter('Charge', 'Lot');
    expect(marks.markOf('Lot')?.value).toBe(2_100);
  });

  it('are set again after a person has set the counter', () => {
    const marks = new HighWater(fileIn(temporaryFolder()));
    marks.raiseCounter('Serial', { value: 1_001, repeated: 0 });
    marks.forgetCounter('Serial');
    expect(marks.covers('Serial', 1)).toBe(false);
    expect(marks.markOf('Serial')?.value).toBe(1_001);
  });

  it('are exact after a normal end, until the next run', () => {
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

  it('are reported as lost when their file is invalid', () => {
    const file = fileIn(temporaryFolder());
    expect(new HighWater(file).before).toBeUndefined();
    for (const text of ['', '{"epoch":', '{"epoch":-1}', 'null']) {
      writeFileSync(file, text);
      expect(new HighWater(file).before).toBe('lost');
    }
  });

  it('B7 are lost when a single digit of the file has changed', () => {
    const file = fileIn(temporaryFolder());
    new HighWater(file).raiseCounter('Serial', { value: 8_001, repeated: 0 });
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('8001', '0001'));
    expect(new HighWater(file).before).toBe('lost');
    writeFileSync(file, text.replace('"sha256"', '"sha257"'));
    expect(new HighWater(file).before).toBe('lost');
  });

  it('are read from a file of an earlier version, without a hash', () => {
    const file = fileIn(temporaryFolder());
    const marks = { controller: 'c', epoch: 1, prints: 7, counters: [], renamed: [], isClosed: true };
    writeFileSync(file, JSON.stringify(marks));
    expect(new HighWater(file).before).toEqual(marks);
  });

  it('are not stored without a file', () => {
    const marks = new HighWater();
    expect(marks.covers('Serial', 5_000_000)).toBe(true);
    marks.begin({ controller: 'controller', epoch: 1, lastPrint: 0 });
    marks.renameCounter('a', 'b');
    marks.close(9);
    expect(marks.before).toBeUndefined();
  });

  it('are written once for many prints', () => {
    const file = fileIn(temporaryFolder());
    const marks = new HighWater(file);
    marks.coverPrint(1);
    const text = readFileSync(file, 'utf8');
    for (let id = 2; id <= 1 + PRINTS_AHEAD; id += 1) marks.coverPrint(id);
    expect(readFileSync(file, 'utf8')).toBe(text);
    marks.coverPrint(2 + PRINTS_AHEAD);
    expect(readFileSync(file, 'utf8')).not.toBe(text);
  });

  describe('in the background', () => {
    const mark = (value: number) => ({ value, repeated: 0 });
    const made = (value: number) => () => Promise.resolve(mark(value));

    it('cover the prints up to the mark, less those made meanwhile', async () => {
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

    it('are durable before they cover a print, and share one write', async () => {
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

    it('do not overwrite marks of prints and persons', async () => {
      const file = fileIn(temporaryFolder());
      const marks = new HighWater(file);
      const raising = Promise.all(['Set', 'Moved', 'Other'].map((name) => marks.raiseCounterAhead(name, made(1_000))));
      marks.raiseCounter('Set', mark(5_000));
      marks.forgetCounter('Moved');
      await raising;
      expect(['Set', 'Moved', 'Other'].map((name) => new HighWater(file).markOf(name)?.value)).toEqual([5_000, undefined, 1_000]);
      expect(['Set', 'Moved', 'Other'].map((name) => marks.covers(name, 1))).toEqual([true, false, true]);
    });

    it('cover print ids before they run out', async () => {
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

    it('are not written after the end of a run', async () => {
      const file = fileIn(temporaryFolder());
      const marks = new HighWater(file);
      marks.begin({ controller: 'controller', epoch: 1, lastPrint: 0 });
      const raising = Promise.all([marks.raiseCounterAhead('Serial', made(9)), marks.coverPrintsAhead(900)]);
      marks.close(3);
      await raising;
      expect(new HighWater(file).before).toMatchObject({ prints: 3, counters: [], isClosed: true });
    });

    it("reject with the disk's error, and are set by the next print", async () => {
      const file = join(temporaryFolder(), 'gone', 'high-water.json');
      const marks = new HighWater(file);
      await expect(marks.raiseCounterAhead('Serial', made(9))).rejects.toThrow('ENOENT');
      await expect(marks.coverPrintsAhead(1)).rejects.toThrow('ENOENT');
      expect([marks.covers('Serial', 1), marks.isLow('Serial'), marks.isPrintLow(1)]).toEqual([false, true, true]);
      expect(() => marks.coverPrint(1)).toThrow('ENOENT');
    });
  });
});
