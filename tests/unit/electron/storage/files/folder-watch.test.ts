import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FolderLostError, FolderWatch } from '#storage/files/folder-watch.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** A folder with a file in it, and a link to it, under which it is watched. */
function watched({ path = (own: string) => own }: { path?: (own: string, link: string) => string } = {}) {
  const parent = temporaryFolder();
  const [folder, link] = [join(parent, 'data'), join(parent, 'link')];
  mkdirSync(folder);
  symlinkSync(folder, link);
  writeFileSync(join(folder, 'file'), 'x');
  const clock = new ManualClock();
  const said: string[] = [];
  const given = path(folder, link);
  const watch = new FolderWatch({
    folder: given,
    elapsed: () => clock.elapsed(),
    after: (delay, act) => clock.after(delay, act),
    onLost: ({ message }) => said.push(message.replaceAll(parent, '')),
    onBack: () => said.push('back'),
  });
  onTestFinished(() => watch.stop());
  watch.add(join(given, 'file'), join(given, 'log'));
  watch.start();
  return { parent, folder, link, clock, watch, said };
}

const LOST = 'is no longer the one that this program has opened';

it('reports nothing while files are added, changed and removed', () => {
  const { folder, clock, said } = watched();
  writeFileSync(join(folder, 'file'), 'changed');
  writeFileSync(join(folder, 'other'), '');
  rmSync(join(folder, 'other'));
  clock.advance(10_000);
  expect(said).toEqual([]);
});

it.each([
  ['moved', ({ folder, parent }: Places) => renameSync(folder, join(parent, 'moved')), '/data was moved or deleted'],
  ['deleted', ({ folder }: Places) => rmSync(folder, { recursive: true }), '/data was moved or deleted'],
  [
    'replaced by a copy',
    ({ folder, parent }: Places) => {
      cpSync(folder, join(parent, 'copy'), { recursive: true });
      renameSync(folder, join(parent, 'moved'));
      renameSync(join(parent, 'copy'), folder);
    },
    '/data was replaced',
  ],
  [
    'deleted and created again',
    ({ folder }: Places) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      writeFileSync(join(folder, 'file'), 'x');
    },
    '/data was replaced',
  ],
])('reports once, within two seconds, a folder that is %s', (_what, act, what) => {
  const places = watched();
  act(places);
  places.clock.advance(2_000);
  expect(places.said).toEqual([`The data folder /data ${LOST}: ${what}.`]);
  places.clock.advance(10_000);
  expect(places.said).toHaveLength(1);
});
interface Places {
  folder: string;
  parent: string;
}

it('reports a deleted and a replaced file', () => {
  const one = watched();
  rmSync(join(one.folder, 'file'));
  one.clock.advance(2_000);
  const other = watched();
  writeFileSync(join(other.folder, 'new'), 'x');
  renameSync(join(other.folder, 'new'), join(other.folder, 'file'));
  other.clock.advance(2_000);
  expect([one.said, other.said]).toEqual([
    [`The data folder /data ${LOST}: /data/file was moved or deleted.`],
    [`The data folder /data ${LOST}: /data/file was replaced.`],
  ]);
});

it('reports nothing about a forgotten file, and nothing after it was stopped', () => {
  const { folder, parent, clock, watch, said } = watched();
  watch.forget(join(folder, 'file'));
  rmSync(join(folder, 'file'));
  clock.advance(2_000);
  watch.stop();
  renameSync(folder, join(parent, 'moved'));
  expect([watch.look(), said]).toEqual([undefined, []]);
});

it('watches a file that is created later', () => {
  const { folder, clock, said } = watched();
  writeFileSync(join(folder, 'log'), '');
  clock.advance(2_000);
  rmSync(join(folder, 'log'));
  clock.advance(2_000);
  expect(said).toEqual([`The data folder /data ${LOST}: /data/log was moved or deleted.`]);
});

it('follows a symbolic link at each check', () => {
  const { parent, link, clock, said } = watched({ path: (_own, viaLink) => viaLink });
  mkdirSync(join(parent, 'elsewhere'));
  unlinkSync(link);
  symlinkSync(join(parent, 'elsewhere'), link);
  clock.advance(2_000);
  expect(said).toEqual([`The data folder /link ${LOST}: /link was replaced.`]);
});

it('checks before a print after a pause, and not for every print of a fast line', () => {
  const { folder, parent, clock, watch, said } = watched();
  clock.advance(900);
  renameSync(folder, join(parent, 'moved'));
  watch.lookAfterPause();
  expect(said).toHaveLength(1);
  renameSync(join(parent, 'moved'), folder);
  watch.lookAfterPause();
  renameSync(folder, join(parent, 'moved'));
  watch.lookAfterPause();
  expect(said).toHaveLength(2);
});

it('refuses writes after a loss, and reports when the folder is back', () => {
  const { folder, parent, watch, said } = watched();
  renameSync(folder, join(parent, 'moved'));
  expect(() => watch.check()).toThrow(FolderLostError);
  renameSync(join(parent, 'moved'), folder);
  watch.check();
  expect(said.at(-1)).toBe('back');
});
