import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    marks.begin('controller', 4);
    marks.coverPrint(7);
    for (const name of ['__proto__', 'constructor', 'Ä/..']) marks.raiseCounter(name, { value: 12, repeated: 3 });
    const again = new HighWater(file);
    expect(again.before).toMatchObject({ controller: 'controller', epoch: 4, prints: 7 + PRINTS_AHEAD, isClosed: false });
    for (const name of ['__proto__', 'constructor', 'Ä/..']) expect(again.markOf(name)).toEqual({ value: 12, repeated: 3 });
    expect([again.markOf('toString'), again.covers('__proto__', 1)]).toEqual([undefined, false]);
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
    marks.begin('controller', 1);
    marks.coverPrint(5);
    marks.close(5);
    const next = new HighWater(file);
    expect(next.before).toMatchObject({ prints: 5, isClosed: true });
    next.begin('controller', 2);
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
    marks.begin('controller', 1);
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
});
