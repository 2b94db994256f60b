import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { callApi, readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { EngineLog, type Mark } from '../faults/engine-log.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

/** Generous, since programs are started on a machine that may be busy. */
const LINES: readonly LineSetup[] = [{ printer: 'Line 1', counter: 'Serial', lineSpeed: 24_000, bufferDepth: 8, isColor: false }];
const BACKUP = 'by-hand.strobe-backup';

const running: ControllerProcess[] = [];
afterEach(async () => {
  for (const controller of running.splice(0)) await controller.kill();
});

async function start(dataFolder: string): Promise<ControllerProcess> {
  const controller = await startController({ dataFolder, flags: ['--empty'] });
  running.push(controller);
  return controller;
}

/** A printer that has printed some serials. */
async function startPrinting(dataFolder: string): Promise<ControllerProcess> {
  await furnishFolder(dataFolder, LINES);
  const controller = await start(dataFolder);
  await selectSerials(controller.url, LINES);
  await trigger(controller, 3);
  return controller;
}

/** Prints a number of copies one after the other, each after the last one is confirmed. */
async function trigger({ url }: ControllerProcess, prints: number): Promise<void> {
  for (let print = 0; print < prints; print += 1) {
    const newest = Math.max(0, ...(await readPrints(url)).map(({ id }) => id));
    await callApi('POST', `${printerUrl(url, 'Line 1')}/trigger`);
    await expect.poll(async () => (await readPrints(url)).filter(({ id, state }) => id > newest && state !== 'printed')).toEqual([]);
  }
}

/** The marks in the virtual print head's own memory. */
function marksOf(dataFolder: string): Mark[] {
  return new EngineLog(dataFolder, { printer: 'Line 1', position: 1 }).readOn();
}

interface ReadPrint {
  id: number;
  state: string;
}

async function readPrints(url: string): Promise<ReadPrint[]> {
  return (await readApi<{ prints: ReadPrint[] }>(`${url}/api/v3/prints?limit=100`)).prints;
}

/** Checkpoints everything that was written, including the epoch. */
function putLogAway(dataFolder: string): void {
  const database = new DatabaseSync(join(dataFolder, 'controller.db'), { timeout: 5_000 });
  expect(database.prepare('PRAGMA wal_checkpoint(FULL)').get()).toMatchObject({ busy: 0 });
  database.close();
}

/** Makes a backup and returns its name. */
async function makeBackup({ url }: ControllerProcess): Promise<string> {
  const response = await callApi('POST', `${url}/api/v3/backups`);
  return ((await response.json()) as { name: string }).name;
}

/** Checks that nothing is printed before a person confirms, and no serial twice after that. */
async function confirmAndPrint(dataFolder: string, controller: ControllerProcess, reason: string): Promise<void> {
  const api = `${controller.url}/api/v3`;
  const refused = await fetch(`${printerUrl(controller.url, 'Line 1')}/trigger`, { method: 'POST' });
  expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([409, 'urn:strobe:problem:recovery-unconfirmed']);
  expect(await readApi(`${api}/recovery`)).toMatchObject({ recovery: { reason } });
  expect(JSON.stringify(await readApi(`${printerUrl(controller.url, 'Line 1')}/status`))).toContain(
    'Nothing is printed until the restored data are confirmed',
  );
  const before = marksOf(dataFolder).length;
  await callApi('POST', `${api}/recovery/confirm`);
  await callApi('POST', `${printerUrl(controller.url, 'Line 1')}/printJob`, { labelName: 'Serial' });
  await trigger(controller, 3);
  const marks = marksOf(dataFolder);
  expect(marks).toHaveLength(before + 3);
  expect(new Set(marks.map(({ pictureHash }) => pictureHash)).size).toBe(marks.length);
  expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
}

describe('B7 a damaged database', () => {
  it('is replaced by the newest valid backup, and no serial is printed twice', async () => {
    const dataFolder = temporaryFolder();
    const file = join(dataFolder, 'controller.db');
    const first = await startPrinting(dataFolder);
    await makeBackup(first);
    const worse = join(dataFolder, 'backups', await makeBackup(first));
    await trigger(first, 2);
    expect(await first.stop()).toBe(0);
    truncateSync(worse, 10_000);
    truncateSync(file, 100_000);
    const second = await start(dataFolder);
    const [aside = ''] = readdirSync(join(dataFolder, 'replaced'));
    expect(statSync(join(dataFolder, 'replaced', aside, 'controller.db')).size).toBe(100_000);
    await confirmAndPrint(dataFolder, second, 'backup');
  });
});

describe('B7 an emptied database', () => {
  it('is replaced by a backup, and without a backup nothing starts', async () => {
    const dataFolder = temporaryFolder();
    const file = join(dataFolder, 'controller.db');
    const first = await startPrinting(dataFolder);
    const name = await makeBackup(first);
    expect(await first.stop()).toBe(0);
    truncateSync(file, 0);
    renameSync(join(dataFolder, 'backups'), join(dataFolder, 'elsewhere'));
    expect(await runController('--data', dataFolder, '--port', '0')).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('it is empty. Restore a backup, or move it away to start with an empty one.') as string,
    });
    renameSync(join(dataFolder, 'elsewhere'), join(dataFolder, 'backups'));
    expect(readdirSync(join(dataFolder, 'backups'))).toEqual([name]);
    await confirmAndPrint(dataFolder, await start(dataFolder), 'backup');
  });
});

describe('B8 the WAL of a killed controller', () => {
  it('that is truncated or foreign is detected: counters continue after the marks, and a person has to confirm', async () => {
    const dataFolder = temporaryFolder();
    const log = join(dataFolder, 'controller.db-wal');
    const first = await startPrinting(dataFolder);
    await first.kill();
    const old = readFileSync(log);
    const second = await start(dataFolder);
    await trigger(second, 2);
    await second.kill();
    truncateSync(log, statSync(log).size - 20_000);
    const third = await start(dataFolder);
    await confirmAndPrint(dataFolder, third, 'older');
    await third.kill();
    for (const ending of ['-wal', '-shm']) rmSync(join(dataFolder, `controller.db${ending}`));
    writeFileSync(log, old);
    await confirmAndPrint(dataFolder, await start(dataFolder), 'older');
  });
});

describe('I2 the high-water marks', () => {
  it('are missed when they are deleted: print ids continue far ahead, and a person has to confirm the counters', async () => {
    const dataFolder = temporaryFolder();
    const first = await startPrinting(dataFolder);
    expect(await first.stop()).toBe(0);
    rmSync(join(dataFolder, 'high-water.json'));
    const second = await start(dataFolder);
    await confirmAndPrint(dataFolder, second, 'high-water-mark-lost');
    expect((await readPrints(second.url))[0]?.id).toBeGreaterThan(1_000_000_000);
  });
});

describe('restored data', () => {
  it('B9 I2 from an old backup print no serial twice, and nothing before a person has confirmed them', async () => {
    const dataFolder = temporaryFolder();
    const first = await startPrinting(dataFolder);
    const made = await makeBackup(first);
    await trigger(first, 4);
    await first.kill();

    const file = join(dataFolder, 'backups', made);
    expect(await runController('restore', file, '--data', dataFolder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^restored the data of .*; the controller does not print until a person confirms/) as string,
    });
    const second = await start(dataFolder);
    expect(await readApi(`${second.url}/api/v3/recovery`)).toMatchObject({
      recovery: { reason: 'backup', counters: [{ name: 'Serial', from: 4 }], endedJobs: 1 },
    });
    await confirmAndPrint(dataFolder, second, 'backup');
    expect(await second.stop()).toBe(0);
    const third = await start(dataFolder);
    expect(await readApi(`${third.url}/api/v3/recovery`)).toEqual({ recovery: null });
  });

  it('name the records of the audit log that only a later backup has', async () => {
    const dataFolder = temporaryFolder();
    const first = await start(dataFolder);
    const earlier = await makeBackup(first);
    await callApi('PUT', `${first.url}/api/v3/variables/Lot`, { value: 'L1' });
    const later = await makeBackup(first);
    expect(await first.stop()).toBe(0);
    const restore = async (name: string) =>
      (await runController('restore', join(dataFolder, 'backups', name), '--data', dataFolder)).stdout;
    const missing = /the audit log "changes" ends with record (\d+); records (\d+) to (\d+) are in (\S+) and in the replaced data only/;
    const [, end, from, to, name] = missing.exec(await restore(earlier)) ?? [];
    expect([name, Number(from)]).toEqual([later, Number(end) + 1]);
    expect(Number(to)).toBeGreaterThan(Number(end));
    expect(await restore(later)).not.toContain('audit log');
  });

  it('B9 are restored by the service, which restarts with them', async () => {
    const dataFolder = temporaryFolder();
    const first = await startPrinting(dataFolder);
    const name = await makeBackup(first);
    await callApi('PUT', `${first.url}/api/v3/variables/Later`, { value: 'x' });
    expect((await fetch(`${first.url}/api/v3/backups/${name}/restore`, { method: 'POST' })).status).toBe(202);
    expect(await first.ended).toBe(9);
    const second = await start(dataFolder);
    expect(await readApi(`${second.url}/api/v3/variables`)).toEqual([]);
    await confirmAndPrint(dataFolder, second, 'backup');
    expect(readdirSync(join(dataFolder, 'replaced'))).toHaveLength(1);
  });

  it('B9 that are an older file of the database are detected', async () => {
    const dataFolder = temporaryFolder();
    const file = join(dataFolder, 'controller.db');
    const first = await startPrinting(dataFolder);
    expect(await first.stop()).toBe(0);
    copyFileSync(file, `${file}.old`);
    const second = await start(dataFolder);
    await trigger(second, 2);
    expect(await second.stop()).toBe(0);
    copyFileSync(`${file}.old`, file);
    await confirmAndPrint(dataFolder, await start(dataFolder), 'older');
  });

  it('B8 without the WAL of a killed controller are detected', async () => {
    const dataFolder = temporaryFolder();
    const first = await startPrinting(dataFolder);
    expect(await first.stop()).toBe(0);
    const second = await start(dataFolder);
    await trigger(second, 2);
    await second.kill();
    for (const ending of ['-wal', '-shm']) rmSync(join(dataFolder, `controller.db${ending}`));
    await confirmAndPrint(dataFolder, await start(dataFolder), 'older');
  });

  it.each([
    ['looked at the keys', ['keys', 'list']],
    ['made a backup', ['backup']],
    ['started it in a way that was refused', ['--port', '0', '--host', '0.0.0.0', '--insecure-without-tls']],
  ])('B8 I2 without the WAL of a killed controller are detected after a person has %s', async (_what, command) => {
    const dataFolder = temporaryFolder();
    const controller = await startPrinting(dataFolder);
    putLogAway(dataFolder);
    await trigger(controller, 2);
    await controller.kill();
    for (const ending of ['-wal', '-shm']) rmSync(join(dataFolder, `controller.db${ending}`));
    await runController(...command, '--data', dataFolder);
    await confirmAndPrint(dataFolder, await start(dataFolder), 'older');
  });

  it('B8 are unchanged after a kill when the keys were listed, or a start was refused, before the next run', async () => {
    const dataFolder = temporaryFolder();
    const first = await startPrinting(dataFolder);
    await first.kill();
    expect(await runController('keys', 'list', '--data', dataFolder)).toMatchObject({ code: 0 });
    const refused = ['--data', dataFolder, '--port', '0', '--host', '0.0.0.0', '--insecure-without-tls'];
    expect(await runController(...refused)).toMatchObject({ code: 2, stderr: expect.stringContaining('no API key is stored') as string });
    const second = await start(dataFolder);
    expect(await readApi(`${second.url}/api/v3/recovery`)).toEqual({ recovery: null });
  });

  it('E8 do not restore a key that was revoked since, by command, by the service or after damage', async () => {
    const dataFolder = temporaryFolder();
    const addKey = async (name: string) =>
      (await runController('keys', 'add', name, '--scopes', 'admin', '--data', dataFolder)).stdout.trim();
    const [kept, revoked] = [await addKey('Kept'), await addKey('Revoked')];
    const statuses = ({ url }: ControllerProcess) =>
      Promise.all(
        [kept, revoked].map(async (key) => (await fetch(`${url}/api/v3/audit`, { headers: { authorization: `Bearer ${key}` } })).status),
      );
    const first = await start(dataFolder);
    const name = await makeBackup(first);
    expect(await statuses(first)).toEqual([200, 200]);
    expect(await runController('keys', 'revoke', 'Revoked', '--data', dataFolder)).toMatchObject({ code: 0 });
    expect(await statuses(first)).toEqual([200, 401]);
    await callApi('POST', `${first.url}/api/v3/backups/${name}/restore`);
    expect(await first.ended).toBe(9);

    const second = await start(dataFolder);
    expect(await statuses(second)).toEqual([200, 401]);
    await second.kill();
    expect(await runController('restore', join(dataFolder, 'backups', name), '--data', dataFolder)).toMatchObject({ code: 0 });
    expect((await runController('keys', 'list', '--data', dataFolder)).stdout).toMatch(/^Revoked\t.*\trevoked /m);

    const third = await start(dataFolder);
    expect(await statuses(third)).toEqual([200, 401]);
    expect(await third.stop()).toBe(0);
    truncateSync(join(dataFolder, 'controller.db'), 20_000);
    expect(await statuses(await start(dataFolder))).toEqual([200, 401]);
  });

  it('are refused while a controller runs, and for an invalid backup', async () => {
    const dataFolder = temporaryFolder();
    const first = await startPrinting(dataFolder);
    const made = await runController('backup', '--data', dataFolder, '--to', join(dataFolder, BACKUP));
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(BACKUP) as string });
    expect(await runController('restore', join(dataFolder, BACKUP), '--data', dataFolder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the controller is running') as string,
    });
    expect(await first.stop()).toBe(0);
    expect(await runController('restore', join(dataFolder, 'controller.db'), '--data', dataFolder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it is not a backup of Strobe') as string,
    });
    const second = await start(dataFolder);
    expect(await readApi(`${second.url}/api/v3/recovery`)).toEqual({ recovery: null });
  });
});
