import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LogFile } from '#controller/log-file.ts';
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
  it('puts a file aside that has no room for the next line, and keeps so many', () => {
    const log = new LogFile({ folder, fileBytes: 8, files: 3 });
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six\n']) log.write(line);
    log.close();
    expect(contents()).toEqual([
      ['controller.1.log', 'five\n'],
      ['controller.2.log', 'four\n'],
      ['controller.log', 'six\n'],
    ]);
  });

  it('goes on with the file of the last run, as far as that has room', () => {
    new LogFile({ folder, fileBytes: 8 }).write('one\n');
    const next = new LogFile({ folder, fileBytes: 8 });
    next.write('two\n');
    next.write('three\n');
    expect(contents()).toEqual([
      ['controller.1.log', 'one\ntwo\n'],
      ['controller.log', 'three\n'],
    ]);
  });

  it('takes a line that is longer than a file', () => {
    const log = new LogFile({ folder, fileBytes: 4 });
    log.write('much longer\n');
    log.write('a\n');
    expect(contents()).toEqual([
      ['controller.1.log', 'much longer\n'],
      ['controller.log', 'a\n'],
    ]);
  });

  /** Another program, as on Windows who looks at the log, holds these files open. */
  const heldBy = (held: Set<string>) => (from: string, to: string) => {
    if (held.has(basename(from))) throw Object.assign(new Error('EBUSY: resource busy or locked, rename'), { code: 'EBUSY' });
    renameSync(from, to);
  };

  it('B11 goes on with the present file while another program holds it, and loses none of those before', () => {
    const held = new Set<string>();
    const log = new LogFile({ folder, fileBytes: 8, files: 3, rename: heldBy(held) });
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

  it('B11 grows to no more than twice its size while another program holds it, and says how many lines are missing then', () => {
    const held = new Set(['controller.log']);
    const log = new LogFile({ folder, fileBytes: 8, files: 3, rename: heldBy(held) });
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n']) log.write(line);
    held.clear();
    log.write('six\n');
    expect(contents()).toEqual([
      ['controller.1.log', 'one\ntwo\nthree\n'],
      ['controller.log', '{"level":40,"msg":"2 lines of the log are missing here"}\nsix\n'],
    ]);
  });

  it('G10 is for nobody else to read', () => {
    new LogFile({ folder }).write('a\n');
    expect(statSync(join(folder, 'controller.log')).mode & 0o777).toBe(0o600);
  });

  it('B4 says how many lines are missing as soon as it can be written again', () => {
    writeFileSync(folder, 'no folder');
    const log = new LogFile({ folder });
    log.write('lost\n');
    log.write('lost as well\n');
    rmSync(folder);
    mkdirSync(folder);
    log.write('kept\n');
    expect(contents()).toEqual([['controller.log', '{"level":40,"msg":"2 lines of the log are missing here"}\nkept\n']]);
  });
});
