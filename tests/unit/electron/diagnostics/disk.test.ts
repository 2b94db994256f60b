import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { diskCheck, judged } from '#diagnostics/checks/disk.ts';
import { codesOf, diagnosticsContext } from '#support/diagnostics-context.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

it('a healthy disk has free space and a write time, and the check leaves no file', async () => {
  const folder = temporaryFolder();
  const { facts, findings } = await diskCheck.run(diagnosticsContext({ folder }));
  expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(facts.map(({ name }) => name)).toEqual([...['folder', 'freeSpace', 'diskSize', 'writeMedian', 'writeLongest', 'printsPerMinute']]);
  expect(readdirSync(folder)).toEqual([]);
});

it('a folder that does not exist is a fault', async () => {
  const folder = join(temporaryFolder(), 'gone');
  expect((await diskCheck.run(diagnosticsContext({ folder }))).findings).toEqual([
    { code: 'folder-missing', state: 'fault', parameters: { folder } },
  ]);
});

it('the median of the writes says how many prints are possible, and one long write is reported', () => {
  const slow = judged([...Array.from({ length: 19 }, () => 30), 900]);
  expect(slow.findings).toEqual([
    { code: 'disk-slow', state: 'warning', parameters: { median: 30, prints: 1_000 } },
    { code: 'disk-stalls', state: 'warning', parameters: { longest: 900 } },
  ]);
  expect(judged(Array.from({ length: 20 }, () => 1)).findings).toEqual([]);
});

describe.skipIf(whyNoSmallDisk())('on a disk of its own', () => {
  let disk: SmallDisk | undefined;
  afterEach(() => disk?.remove());

  it('a full disk is a fault', async () => {
    disk = new SmallDisk(8);
    disk.fill();
    expect(codesOf(await diskCheck.run(diagnosticsContext({ folder: disk.folder })))).toEqual(['disk-full']);
  });

  it('a nearly full disk is a warning', async () => {
    disk = new SmallDisk(100);
    const context = diagnosticsContext({ folder: disk.folder });
    expect(codesOf(await diskCheck.run(context))).toEqual([]);
    writeFileSync(join(disk.folder, 'big'), Buffer.alloc(95.5 * 1024 ** 2));
    expect(codesOf(await diskCheck.run(context))).toEqual(['disk-nearly-full']);
  });

  it('a read-only disk is a fault', async () => {
    disk = new SmallDisk(8);
    disk.makeReadOnly();
    expect(codesOf(await diskCheck.run(diagnosticsContext({ folder: disk.folder })))).toEqual(['disk-read-only']);
  });
});
