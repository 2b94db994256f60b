import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runController } from '#support/controller-process.ts';
import { runProgram } from '#support/program.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { furnishFolder } from '../faults/lines.ts';
import { whyNotRecorded } from '../faults/power/record.ts';

/** Generous, since programs are started on a machine that may be busy. */
const NAME = 'monday.strobe-backup';
const whyNoDisk = whyNoSmallDisk();
const noDisk = whyNoDisk === undefined ? '' : `: ${whyNoDisk}`;
const whyNoInjection = whyNotRecorded();
const noInjection = whyNoInjection === undefined ? '' : `: ${whyNoInjection}`;

describe('a backup on a shared disk', () => {
  let dataFolder: string;
  let elsewhere: string;
  let stick: SmallDisk | undefined;

  beforeEach(async () => {
    dataFolder = join(temporaryFolder(), 'data');
    elsewhere = temporaryFolder();
    mkdirSync(dataFolder);
    await furnishFolder(dataFolder, [{ printer: 'Line 1', counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false }]);
  });
  afterEach(() => {
    stick?.remove();
    stick = undefined;
  });

  const backup = (to: string) => runController('backup', '--data', dataFolder, '--to', to);
  const restore = (file: string) => runController('restore', file, '--data', dataFolder);
  /** The files of the data folder, and their content. */
  /** The lock file remains after the lock is released. */
  const isData = (name: string) => name !== 'lock.db';
  const data = () => ({
    names: readdirSync(dataFolder).filter(isData).sort(),
    database: readFileSync(join(dataFolder, 'controller.db')).toString('base64'),
  });

  it('F8 does not follow a symbolic link, and does not overwrite a foreign file', async () => {
    const [link, loose, kept] = [join(elsewhere, NAME), join(elsewhere, `loose-${NAME}`), join(elsewhere, 'kept.txt')] as const;
    writeFileSync(kept, 'kept');
    symlinkSync(kept, link);
    symlinkSync(join(elsewhere, 'nowhere'), loose);
    for (const file of [link, loose]) {
      const { code, stderr } = await backup(file);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `${file} is a symbolic link, whose target is never replaced: name another file\n`,
      });
    }
    const other = join(elsewhere, `other-${NAME}`);
    for (const ending of ['.copy', '.part']) symlinkSync(kept, other + ending);
    expect((await backup(other)).code).toBe(0);
    expect({ kept: readFileSync(kept, 'utf8'), names: readdirSync(elsewhere).sort() }).toEqual({
      kept: 'kept',
      names: ['kept.txt', `loose-${NAME}`, NAME, `other-${NAME}`],
    });
  });

  it('F8 is not made in a missing folder, which is named', async () => {
    const folder = join(elsewhere, 'nodir');
    const refused = { code: 2, stdout: '', stderr: `--to FILE: there is no folder ${folder}\n` };
    expect(await backup(join(folder, NAME))).toMatchObject(refused);
    writeFileSync(folder, '');
    expect(await backup(join(folder, NAME))).toMatchObject(refused);
    expect(readdirSync(elsewhere)).toEqual(['nodir']);
  });

  it('F8 is restored from a symbolic link to a file, but not from a device', async () => {
    const [pipe, link, file] = [join(elsewhere, 'pipe'), join(elsewhere, 'link'), join(elsewhere, NAME)] as const;
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const before = data();
    expect(await restore(pipe)).toMatchObject({ code: 2, stderr: `restore FILE: ${pipe} is not a file\n` });
    expect(data()).toEqual(before);
    expect((await backup(file)).code).toBe(0);
    symlinkSync(file, link);
    expect((await restore(link)).code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  it.skipIf(whyNoDisk !== undefined)(`F8 reports a full memory stick, and leaves no file there${noDisk}`, async () => {
    stick = new SmallDisk(1);
    stick.fill();
    const names = readdirSync(stick.folder);
    const before = data();
    const { code, stdout, stderr } = await backup(join(stick.folder, NAME));
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`the backup ${join(stick.folder, NAME)} was not made: `) as string,
    });
    expect({ stick: readdirSync(stick.folder), data: data().database }).toEqual({ stick: names, data: before.database });
  });

  it.skipIf(whyNoInjection !== undefined)(
    `F8 whose stick is pulled out in the middle says so and leaves nothing there${noInjection}`,
    async () => {
      const file = join(elsewhere, NAME);
      const under = ['strace', '-f', '-o', '/dev/null', '-P', `${file}.part`, '-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=EIO'];
      const { code, stderr } = await runProgram('controller.ts', ['backup', '--data', dataFolder, '--to', file], under);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `the backup ${file} was not made: EIO: i/o error, write\n` });
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );

  it.skipIf(whyNoInjection !== undefined)(`F8 on an unreadable memory stick does not change the data${noInjection}`, async () => {
    const file = join(elsewhere, NAME);
    expect((await backup(file)).code).toBe(0);
    const before = data();
    expect(statSync(file).size).toBeGreaterThan(0);
    const under = ['strace', '-f', '-o', '/dev/null', '-P', file, '-e', 'trace=pread64', '-e', 'inject=pread64:error=EIO'];
    const { code, stderr } = await runProgram('controller.ts', ['restore', file, '--data', dataFolder], under);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `the backup ${file} was not restored: EIO: i/o error, read\n` });
    expect(data()).toEqual(before);
  });
});
