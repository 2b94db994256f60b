import { appendFileSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MarkLog } from '#controller/engines/virtual/mark-log.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const HASH = 'ab'.repeat(32);

describe('the log of a virtual head', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  const read = (name = 'marks.log') => readFileSync(join(folder, name), 'latin1');

  function openProcessLog(maxBodyBytes?: number): MarkLog {
    const log = new MarkLog(folder, maxBodyBytes);
    log.open();
    return log;
  }

  function append(log: MarkLog, number: number): void {
    log.append({ number, id: number + 100, pictureHash: HASH });
  }

  it('has a line for every mark: number, print and picture', () => {
    const log = openProcessLog();
    append(log, 1);
    append(log, 2);
    expect(read()).toBe(`1 101 ${HASH}\n2 102 ${HASH}\n`);
  });

  it('has the message and the fields of a mark that was drawn on board, and finds such a mark after a restart', () => {
    const message = { message: 'BBE', fields: { LOT: 'ü {7}' } };
    const log = openProcessLog();
    for (const number of [1, 2]) log.append({ number, id: number + 100, pictureHash: HASH, message });
    const lines = readFileSync(join(folder, 'marks.log'), 'utf8').trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line.slice(line.indexOf('{'))))).toEqual([message, message]);
    expect(new MarkLog(folder).open()).toEqual({ number: 2, id: 102, pictureHash: HASH });
  });

  it('knows the last mark after a restart', () => {
    append(openProcessLog(), 1);
    expect(new MarkLog(folder).open()).toEqual({ number: 1, id: 101, pictureHash: HASH });
  });

  it('has no mark on a new device', () => {
    expect(new MarkLog(folder).open()).toBeUndefined();
  });

  it('B2 removes an incomplete line after a power failure', () => {
    append(openProcessLog(), 1);
    appendFileSync(join(folder, 'marks.log'), '2 102 abab');
    append(openProcessLog(), 2);
    expect(read()).toBe(`1 101 ${HASH}\n2 102 ${HASH}\n`);
  });

  it('has no part of a line that could not be written', () => {
    const log = openProcessLog();
    append(log, 1);
    const whole = read();
    rmSync(join(folder, 'marks.log'));
    mkdirSync(join(folder, 'marks.log'));
    expect(() => append(log, 2)).toThrow('EISDIR');
    rmdirSync(join(folder, 'marks.log'));
    writeFileSync(join(folder, 'marks.log'), `${whole}2 10`);
    append(log, 2);
    expect(read()).toBe(`1 101 ${HASH}\n2 102 ${HASH}\n`);
  });

  it('starts a new file when the current one is full, and keeps the one before it', () => {
    const log = openProcessLog(100);
    for (const number of [1, 2, 3, 4, 5]) append(log, number);
    expect([read('marks.1.log'), read()]).toEqual([`3 103 ${HASH}\n4 104 ${HASH}\n`, `5 105 ${HASH}\n`]);
  });

  it('knows the last mark when it was killed right after it started a new file', () => {
    const log = openProcessLog(100);
    for (const number of [1, 2]) append(log, number);
    renameSync(join(folder, 'marks.log'), join(folder, 'marks.1.log'));
    expect(new MarkLog(folder).open()?.number).toBe(2);
  });
});
