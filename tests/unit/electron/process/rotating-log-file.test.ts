import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { RotatingLogFile } from '#process/rotating-log-file.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = join(temporaryFolder(), 'logs');
});

const contents = () =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

describe('the log file', () => {
  it('rotates a file without space for the next line, and keeps a number of files', () => {
    const log = new RotatingLogFile({ folder, fileBytes: 8, files: 3 });
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six\n']) log.write(line);
    log.close();
    expect(contents()).toEqual([
      ['controller.1.log', 'five\n'],
      ['controller.2.log', 'four\n'],
      ['controller.log', 'six\n'],
    ]);
  });

  it('has the name of its program', () => {
    const log = new RotatingLogFile({ folder, name: 'station', fileBytes: 8, files: 2 });
    for (const line of ['one\n', 'two\n', 'three\n']) log.write(line);
    log.close();
    expect(contents().map(([name]) => name)).toEqual(['station.1.log', 'station.log']);
  });

  it('continues the file of the last run while it has space', () => {
    new RotatingLogFile({ folder, fileBytes: 8 }).write('one\n');
    const next = new RotatingLogFile({ folder, fileBytes: 8 });
    next.write('two\n');
    next.write('three\n');
    expect(contents()).toEqual([
      ['controller.1.log', 'one\ntwo\n'],
      ['controller.log', 'three\n'],
    ]);
  });

  it('writes a line that is longer than a file', () => {
    const log = new RotatingLogFile({ folder, fileBytes: 4 });
    log.write('much longer\n');
    log.write('a\n');
    expect(contents()).toEqual([
      ['controller.1.log', 'much longer\n'],
      ['controller.log', 'a\n'],
    ]);
  });

  /** Keeps these files open in another program, like a log viewer on Windows. */
  const heldBy = (held: Set<string>) => (from: string, to: string) => {
    if (held.has(basename(from))) throw Object.assign(new Error('EBUSY: resource busy or locked, rename'), { code: 'EBUSY' });
    renameSync(from, to);
  };

  it('B11 continues the current file while another program holds it, and loses no earlier file', () => {
    const held = new Set<string>();
    const log = new RotatingLogFile({ folder, fileBytes: 8, files: 3, rename: heldBy(held) });
    for (const line of ['one two\n', 'three\n', 'four\n']) log.write(line);
    held.add('controller.log');
    for (const line of ['five\n', 'six\n']) log.write(line);
    held.clear();
    log.write('seven\n');
    expect(contents()).toEqual([
      ['controller.1.log', 'four\nfive\nsix\n'],
      ['controller.2.log', 'three\n'],
      ['controller.log', 'seven\n'],
    ]);
  });

  it('B11 grows to at most twice its size while another program holds it, and then counts dropped lines', () => {
    const held = new Set(['controller.log']);
    const log = new RotatingLogFile({ folder, fileBytes: 8, files: 3, rename: heldBy(held) });
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n']) log.write(line);
    held.clear();
    log.write('six\n');
    expect(contents()).toEqual([
      ['controller.1.log', 'one\ntwo\nthree\n'],
      ['controller.log', '{"level":40,"msg":"2 log lines were dropped here"}\nsix\n'],
    ]);
  });

  it('G10 is readable by its owner only', () => {
    new RotatingLogFile({ folder }).write('a\n');
    expect(statSync(join(folder, 'controller.log')).mode & 0o777).toBe(0o600);
  });

  it('B4 reports the number of dropped lines when it can be written again', () => {
    writeFileSync(folder, 'no folder');
    const log = new RotatingLogFile({ folder });
    log.write('lost\n');
    log.write('lost as well\n');
    rmSync(folder);
    mkdirSync(folder);
    log.write('kept\n');
    expect(contents()).toEqual([['controller.log', '{"level":40,"msg":"2 log lines were dropped here"}\nkept\n']]);
  });
});
