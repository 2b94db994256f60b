import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#process/log.ts';
import { ScriptedSystem } from '#support/update/scripted-system.ts';
import type { TrialVersion } from '#support/update/trial-packages.ts';
import { UpdateSite } from '#support/update/update-site.ts';
import { runUpdateCommand, type UpdateCommandIo } from '#updates/update-command.ts';
import { recordFileIn } from '#updates/update-folders.ts';
import type { UpdateRecord } from '#updates/update-record.ts';
import { writeRequest } from '#updates/update-request.ts';
import { UpdateRunner } from '#updates/update-runner.ts';

const HAS_DPKG = existsSync('/usr/bin/dpkg-deb');
let site: UpdateSite;
let system: ScriptedSystem;
let lines: string[];

beforeEach(async () => {
  site = new UpdateSite();
  site.prepare();
  system = new ScriptedSystem('1.0');
  lines = [];
  inDatabase('PRAGMA user_version = 19; CREATE TABLE prints (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO prints DEFAULT VALUES');
  if (HAS_DPKG) system.packed = await packageOf({ version: '1.0' });
});
afterEach(() => site.dispose());

const databaseFile = (): string => join(site.folders.controller, 'controller.db');

function inDatabase(sql: string): void {
  const db = new DatabaseSync(databaseFile());
  db.exec(sql);
  db.close();
}

function schema(): number {
  const db = new DatabaseSync(databaseFile(), { readOnly: true });
  try {
    return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  } finally {
    db.close();
  }
}

const packageOf = (trial: TrialVersion): Promise<string> => site.packages.make({ isEmpty: true, ...trial });

function io(more: Partial<UpdateCommandIo> = {}): UpdateCommandIo {
  const say = (line: string): void => void lines.push(line);
  return site.io({ system, controller: system.controller, wait: async () => undefined, write: say, complain: say, ...more });
}

const run = (more: Partial<UpdateCommandIo> = {}) => new UpdateRunner(io(more)).run();
const record = (): UpdateRecord => JSON.parse(readFileSync(recordFileIn(site.folders.root), 'utf8')) as UpdateRecord;

async function ask(trial: TrialVersion, wishes: Omit<Parameters<UpdateSite['request']>[1], 'id'> = {}, id = 'one'): Promise<void> {
  site.request(await packageOf(trial), { id, ...wishes });
}

describe.skipIf(!HAS_DPKG)('a new version', () => {
  it('is installed, and the one before is kept', async () => {
    await ask({ version: '1.1' });
    expect(await run()).toMatchObject({ stage: 'done', from: '1.0', to: '1.1', reason: null, fallback: { version: '1.0' } });
    expect(system).toMatchObject({ version: '1.1', isRunning: true });
    expect(system.calls).toEqual(['pack', 'back up', 'keep program', 'stop', 'stop', 'repair', 'install 1.1', 'start', 'drop program']);
    expect(readdirSync(site.folders.root).sort()).toEqual(['current.deb', 'previous.deb', 'record.json', 'saved', 'status.json']);
  });

  it('that does not become ready is replaced by the one before', async () => {
    system.reportOf = (version) => (version === '1.1' ? { reasons: ['drawing-down'] } : {});
    await ask({ version: '1.1' });
    let now = 0;
    await run({ now: () => now, wait: async (milliseconds) => void (now += milliseconds) });
    expect(record()).toMatchObject({ stage: 'rolled-back', reason: { text: 'The new version was not ready within 30 s: drawing-down.' } });
    expect(system).toMatchObject({ version: '1.0', isRunning: true });
  });

  it('is not blamed for what was wrong before', async () => {
    system.reportOf = () => ({ reasons: ['clock-doubtful'] });
    await ask({ version: '1.1' });
    expect(await run()).toMatchObject({ stage: 'done' });
  });

  it('that draws a label differently is replaced, unless a person has accepted that', async () => {
    system.reportOf = (version) => (version === '1.1' ? { openLabels: ['Case'] } : {});
    await ask({ version: '1.1' });
    expect(await run()).toMatchObject({ stage: 'rolled-back', changedLabels: ['Case'] });
    await ask({ version: '1.1' }, { acceptsPictures: true }, 'two');
    expect(await run()).toMatchObject({ stage: 'done' });
  });

  it('is not installed while labels of the last update are open', async () => {
    system.reportOf = () => ({ openLabels: ['Case'] });
    await ask({ version: '1.1' });
    expect(await run()).toMatchObject({ stage: 'refused', reason: { code: 'labels-open', values: { labels: 'Case' } } });
    expect(system.calls).toEqual(['drop program']);
  });

  it('whose installation fails is undone', async () => {
    system.failing.add('install 1.1');
    await ask({ version: '1.1' });
    expect(await run()).toMatchObject({
      stage: 'rolled-back',
      reason: { text: 'The new version could not be installed: install 1.1 fails' },
    });
    expect(system).toMatchObject({ version: '1.0', isRunning: true });
  });

  it('is not installed when the programs do not stop: they go on', async () => {
    system.failing.add('stop');
    await ask({ version: '1.1' });
    expect(await run()).toMatchObject({ stage: 'rolled-back', reason: { text: 'The programs could not be stopped: stop fails' } });
    expect(system).toMatchObject({ version: '1.0', isRunning: true });
  });
});

describe.skipIf(!HAS_DPKG)('the data of a version that is replaced', () => {
  beforeEach(async () => {
    system.reportOf = (version) => (version === '1.1' ? { openLabels: ['Case'] } : {});
    await ask({ version: '1.1' });
  });

  it('are put back when it has changed the schema and reserved nothing', async () => {
    system.onStart = () => system.version === '1.1' && inDatabase('PRAGMA user_version = 20');
    expect(await run()).toMatchObject({ stage: 'rolled-back', restores: { controller: true, station: false } });
    expect(schema()).toBe(19);
    expect(existsSync(join(site.folders.root, 'replaced/one/controller/controller.db'))).toBe(true);
  });

  it('are kept when it has not changed the schema', async () => {
    system.onStart = () => inDatabase('INSERT INTO prints DEFAULT VALUES');
    expect(await run()).toMatchObject({ stage: 'rolled-back', restores: { controller: false, station: false } });
  });

  it('keep it in place when it has changed the schema and reserved a print', async () => {
    system.onStart = () => inDatabase('PRAGMA user_version = 20; INSERT INTO prints DEFAULT VALUES');
    expect(await run()).toMatchObject({ stage: 'kept', reason: { code: 'labels-differ' }, fallback: null });
    expect(system).toMatchObject({ version: '1.1', isRunning: true });
    expect(schema()).toBe(20);
  });
});

describe.skipIf(!HAS_DPKG)('a package', () => {
  it.each<[string, TrialVersion, RegExp]>([
    ['that is older', { version: '0.9' }, /older than the installed version 1\.0/],
    ['of the installed version', { version: '1.0' }, /already installed/],
    ['of another name', { version: '1.1', control: { Package: 'other' } }, /The package is "other"/],
    ['for another computer', { version: '1.1', control: { Architecture: 'riscv64' } }, /for riscv64 computers/],
  ])('%s is refused', async (_what, trial, sentence) => {
    await ask(trial);
    expect((await run())?.reason?.text).toMatch(sentence);
    expect(system.calls).toEqual(['drop program']);
  });

  const incoming = (name: string): string => join(site.folders.requests, 'incoming', name);
  const deb = (): string => incoming(readdirSync(incoming('.')).find((name) => name.endsWith('.deb')) ?? '');

  it.each<[string, () => void, RegExp]>([
    ['that is cut off', () => truncateSync(deb(), statSync(deb()).size - 1), /cut off or changed/],
    ['without a signature', () => rmSync(`${deb()}.sig`), /"strobe_1\.1_.*\.sig" does not exist/],
    ['with a huge signature', () => writeFileSync(`${deb()}.sig`, 'x'.repeat(10_000)), /longer than/],
    [
      'that is a link',
      () => (
        renameSync(deb(), join(site.folder, 'elsewhere')),
        symlinkSync(join(site.folder, 'elsewhere'), incoming('strobe_1.1_amd64.deb'))
      ),
      /symbolic link/,
    ],
    ['that is a folder', () => (rmSync(deb()), mkdirSync(incoming('strobe_1.1_amd64.deb'))), /not a regular file/],
  ])('%s is refused', async (_what, spoil, sentence) => {
    await ask({ version: '1.1' });
    const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
    if (architecture !== 'amd64') return;
    spoil();
    expect((await run())?.reason?.text).toMatch(sentence);
  });

  it('whose signature is of another version is refused', async () => {
    const [older, newer] = [await packageOf({ version: '0.9' }), await packageOf({ version: '1.1' })];
    copyFileSync(`${newer}.sig`, `${older}.sig`);
    site.request(older, { id: 'one' });
    expect((await run())?.reason?.text).toMatch(/cut off or changed/);
  });

  it('is installed although it is older only if root asks', async () => {
    const file = await packageOf({ version: '0.9' });
    site.request(file, { id: 'one' });
    const request = join(site.folders.requests, 'request.json');
    writeFileSync(request, readFileSync(request, 'utf8').replace('"allowsOlder":false', '"allowsOlder":true'));
    expect(await run()).toMatchObject({ stage: 'refused' });
    expect(await runUpdateCommand(['install', file, '--now', '--allow-older'], io())).toBe(0);
    expect(await run()).toMatchObject({ stage: 'done', to: '0.9' });
  });
});

describe.skipIf(!HAS_DPKG)('an update that waits', () => {
  const whileWaiting = (act: () => void) => {
    let looks = 0;
    return async (): Promise<void> => {
      looks += 1;
      if (looks === 3) act();
    };
  };

  beforeEach(() => {
    system.jobs = ['Line 1'];
    return ask({ version: '1.1' }, { when: 'idle' });
  });

  it('begins when no job is selected', async () => {
    expect(await run({ wait: whileWaiting(() => (system.jobs = [])) })).toMatchObject({ stage: 'done' });
  });

  it('waits on while the controller does not answer', async () => {
    system.jobs = undefined;
    const wait = whileWaiting(() => writeRequest(site.folders.requests, { action: 'cancel', id: 'x' }));
    expect(await run({ wait })).toMatchObject({ stage: 'cancelled' });
    expect(system).toMatchObject({ version: '1.0', isRunning: true });
  });

  it('begins when a person says now', async () => {
    const wait = whileWaiting(() => writeRequest(site.folders.requests, { action: 'now', id: 'x' }));
    expect(await run({ wait })).toMatchObject({ stage: 'done', when: 'now' });
  });
});

describe.skipIf(!HAS_DPKG)('a person', () => {
  it('goes back to the version before, once', async () => {
    await ask({ version: '1.1' });
    await run();
    expect(await runUpdateCommand(['roll-back', '--now'], io())).toBe(0);
    expect(await run()).toMatchObject({ stage: 'rolled-back', from: '1.0', to: '1.1', fallback: null });
    expect(system).toMatchObject({ version: '1.0', isRunning: true });
    expect(await runUpdateCommand(['roll-back', '--now'], io())).toBe(1);
    expect(lines.at(-1)).toMatch(/No version to go back to/);
  });

  it('can still go back after another package was refused', async () => {
    await ask({ version: '1.1' });
    await run();
    await ask({ version: '0.9' }, {}, 'two');
    expect(await run()).toMatchObject({ stage: 'refused', fallback: { version: '1.0' } });
    writeRequest(site.folders.requests, { action: 'roll-back', id: 'three', when: 'now' });
    expect(await run()).toMatchObject({ stage: 'rolled-back' });
  });
});

describe.skipIf(!HAS_DPKG)('B1 after a kill', () => {
  const STAGES = ['copying', 'checking', 'backing-up', 'waiting', 'stopping', 'saving', 'installing', 'starting', 'observing'] as const;

  it.each(STAGES)('at the end of the step %s the update goes on to the same end', async (stage) => {
    await ask({ version: '1.1' });
    const { root } = site.folders;
    const state = { version: '', isRunning: false };
    // What the failed run does from here on is undone: the files and the system are those of the moment of the kill.
    const kill = (): never => {
      cpSync(root, join(site.folder, 'at-kill'), { recursive: true });
      Object.assign(state, { version: system.version, isRunning: system.isRunning });
      throw new Error('killed');
    };
    const log = { ...silentLog, info: (line: string) => line.startsWith(`${stage} done`) && kill() };
    await run({ log });
    rmSync(root, { recursive: true });
    renameSync(join(site.folder, 'at-kill'), root);
    Object.assign(system, state);
    expect(await run()).toMatchObject({ stage: 'done', to: '1.1', fallback: { version: '1.0' } });
    expect(system).toMatchObject({ version: '1.1', isRunning: true });
  });

  it('a request that is in the record already is not begun again', async () => {
    await ask({ version: '1.1' });
    const request = readFileSync(join(site.folders.requests, 'request.json'));
    await run();
    writeFileSync(join(site.folders.requests, 'request.json'), request);
    expect(await run()).toMatchObject({ stage: 'done' });
    expect(existsSync(join(site.folders.requests, 'request.json'))).toBe(false);
  });

  it('the computer is brought in order before the programs start, and what needs them waits', async () => {
    await ask({ version: '1.1' });
    await run();
    writeFileSync(recordFileIn(site.folders.root), JSON.stringify({ ...record(), stage: 'stopping-new' }));
    system.calls.length = 0;
    expect(await runUpdateCommand(['apply', '--boot'], io())).toBe(0);
    expect(record().stage).toBe('starting-old');
    expect(system.calls).not.toContain('start');
    expect(system.version).toBe('1.0');
    expect(await run()).toMatchObject({ stage: 'rolled-back' });
  });

  it('a step of the way back that fails is made again by the next run', async () => {
    system.reportOf = (version) => (version === '1.1' ? undefined : {});
    system.failing.add('install 1.0');
    await ask({ version: '1.1' });
    await expect(run()).rejects.toThrow('install 1.0 fails');
    expect(record().stage).toBe('installing-old');
    system.failing.clear();
    expect(await run()).toMatchObject({ stage: 'rolled-back' });
  });
});

describe('a request', () => {
  it.each([
    ['that leads out of its folder', { action: 'install', id: 'x', file: '../strobe_1.deb', when: 'now' }],
    ['with an id that is a path', { action: 'install', id: '../x', file: 'strobe_1.deb', when: 'now' }],
    ['that is unknown', { action: 'format', id: 'x' }],
  ])('%s is removed and changes nothing', async (_what, request) => {
    const file = join(site.folders.requests, 'request.json');
    writeFileSync(file, JSON.stringify(request));
    expect(await run()).toBeUndefined();
    expect(existsSync(file)).toBe(false);
    expect(system.calls).toEqual([]);
  });
});
