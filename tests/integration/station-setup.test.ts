import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { backupFileUrl, setupFileUrl, stationBackupUrl } from '#contract/station/urls.ts';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { SETUP_MEDIA_TYPE } from '#contract/station/setup.ts';
import { textLabel } from '#support/open-service.ts';
import { runStation, startStation, type StationProcess } from '#support/station-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';
import { printerWhen } from '#support/watch.ts';

const connection = 'embedded';
const printer = 'Line 1';
const PASSPHRASE = 'correct horse battery staple';
/** Generous, since programs are started several times on a machine that may be busy. */
const LIMIT = 180_000;
const COUNTER = { value: 41, minValue: 0, maxValue: 999_999, repeat: 1, step: 1, width: 6, padding: '0', format: '', description: '' };

const running: StationProcess[] = [];
afterEach(async () => {
  for (const station of running.splice(0)) await station.stop();
});

async function start(dataFolder: string): Promise<{ station: StationProcess; client: StationClient }> {
  const station = await startStation({ dataFolder });
  running.push(station);
  const client = await station.connect();
  await printerWhen(client, ({ name, status }) => name === printer && status?.state === 'STARTED');
  return { station, client };
}

/** A client of a station that is starting again at the same address, as the same browser. */
function again(station: StationProcess): Promise<StationClient> {
  return untilHolds(() => station.connect());
}

async function printSerial(client: StationClient): Promise<void> {
  await client.printing.select({ connection, printer, idempotencyKey: randomUUID(), job: { labelName: 'Carton' } });
  await printerWhen(client, ({ name, status }) => name === printer && status?.state === 'STARTED');
  await client.printing.trigger({ connection, printer, idempotencyKey: randomUUID() });
  await untilHolds(async () => expect((await client.prints.list({ connection, limit: 1 })).prints[0]?.state).toBe('printed'));
}

async function addSerialLabel(client: StationClient): Promise<void> {
  await client.counters.put({ connection, name: 'Carton', counter: COUNTER, expected: null });
  await client.labels.put({ connection, name: 'Carton', label: textLabel('SN {COUNTER;Carton}') as never, expected: null });
}

const send = (station: StationProcess, path: string, { type, body }: { type: string; body: Uint8Array<ArrayBuffer> }) =>
  fetch(station.url + path, { method: 'PUT', headers: { ...station.signedIn.headers, 'content-type': type }, body });

const read = (station: StationProcess, path: string) => fetch(station.url + path, { headers: station.signedIn.headers });

describe('a backup of the station', () => {
  it(
    'is made, read, sent again and restored by the page, which finds the station at the same address and is still signed in',
    { timeout: LIMIT },
    async () => {
      const dataFolder = temporaryFolder();
      const { station, client } = await start(dataFolder);
      await client.connections.add({ url: 'http://127.0.0.1:9', name: 'Before' });
      const { backup } = await client.stationBackups.make({});
      const answer = await read(station, stationBackupUrl(backup.name));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, BACKUP_MEDIA_TYPE]);
      const body = new Uint8Array(await answer.arrayBuffer());
      expect(body.length).toBe(backup.size + 4_096);
      await client.connections.add({ url: 'http://127.0.0.1:10', name: 'After' });
      const stored = await send(station, stationBackupUrl('from-stick.strobe-backup'), { type: BACKUP_MEDIA_TYPE, body });
      expect(stored.status).toBe(201);
      const damaged = await send(station, stationBackupUrl('damaged.strobe-backup'), {
        type: BACKUP_MEDIA_TYPE,
        body: body.map((byte, at) => (at === 9_000 ? byte ^ 1 : byte)),
      });
      expect([damaged.status, ((await damaged.json()) as { detail: string }).detail]).toEqual([
        400,
        expect.stringContaining('its content was changed or damaged'),
      ]);
      // A backup of one kind is never restored as the other.
      const crossed = await send(station, backupFileUrl(connection, 'station.strobe-backup'), { type: BACKUP_MEDIA_TYPE, body });
      expect(((await crossed.json()) as { detail: string }).detail).toContain('it is the backup of a station');
      await client.stationBackups.restore({ name: 'from-stick.strobe-backup' });
      await untilHolds(() => expect(existsSync(join(dataFolder, 'replaced'))).toBe(true));
      const restored = await again(station);
      const list = await restored.stationBackups.list({});
      expect(list.restored).toBe(backup.made);
      expect(list.backups.map(({ name }) => name)).toContain('from-stick.strobe-backup');
      const names = new Set<string>();
      for await (const event of restored.connections.watch({}, new AbortController().signal)) {
        if (event.type === 'snapshot') for (const { name } of event.connections) names.add(name);
        break;
      }
      expect([names.has('Before'), names.has('After')]).toEqual([true, false]);
      await untilHolds(async () => {
        const { entries } = await restored.eventLog.list({ group: 'commands', limit: 10 });
        expect(entries.map(({ subject }) => subject)).toContain('stationBackups.restore');
      });
    },
  );

  it('is restored by a station that systemd watches, which hears of it also after it has started again', { timeout: LIMIT }, async () => {
    const programs = temporaryFolder();
    const heard = join(programs, 'heard');
    // Stands for the program of systemd, which sends the words to its socket.
    writeFileSync(join(programs, 'systemd-notify'), `#!/bin/sh\nfor word; do echo "$word" >> '${heard}'; done\n`, { mode: 0o755 });
    const env = { PATH: `${programs}:${process.env['PATH']}`, NOTIFY_SOCKET: join(programs, 'socket'), WATCHDOG_USEC: '300000' };
    const station = await startStation({ flags: ['--no-embedded'], env });
    running.push(station);
    const client = await station.connect();
    const { backup } = await client.stationBackups.make({});
    await client.stationBackups.restore({ name: backup.name });
    await untilHolds(() => expect(existsSync(join(station.dataFolder, 'replaced'))).toBe(true));
    await again(station);
    const after = () => readFileSync(heard, 'utf8').split('READY=1\n');
    await untilHolds(() => expect(after()).toHaveLength(3));
    await untilHolds(() => expect(after().at(-1)).toContain('WATCHDOG=1\n'));
    expect(readFileSync(heard, 'utf8')).not.toContain('STOPPING=1');
  });

  it('is made and restored by command, and one of a controller is refused', { timeout: LIMIT }, async () => {
    const dataFolder = temporaryFolder();
    const { station, client } = await start(dataFolder);
    const { backup } = await client.backups.make({ connection });
    const file = join(dataFolder, 'by-hand.strobe-backup');
    expect(await runStation('backup', '--data', dataFolder, '--to', file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('every page read') as string,
    });
    expect(await runStation('restore', file, '--data', dataFolder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the station is running') as string,
    });
    await running.pop()?.stop();
    const ofController = join(dataFolder, 'controller/backups', backup?.name ?? '');
    expect(await runStation('restore', ofController, '--data', dataFolder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it is the backup of a controller') as string,
    });
    const other = temporaryFolder();
    expect(await runStation('restore', file, '--data', other)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(other).sort()).toEqual(expect.arrayContaining(['station.db']));
    expect(station.url).not.toBe('');
  });
});

describe('a backup of a controller', () => {
  it('is restored by the page: the controller ends, is started again, and waits for a confirmation', { timeout: LIMIT }, async () => {
    const { client } = await start(temporaryFolder());
    await addSerialLabel(client);
    const { backup } = await client.backups.make({ connection });
    await expect(client.backups.restoreState({ connection })).resolves.toMatchObject({ phase: 'none' });
    await client.backups.restore({ connection, name: backup!.name });
    await untilHolds(async () => expect((await client.backups.restoreState({ connection })).phase).toBe('done'));
    await untilHolds(async () => expect(await client.recovery.get({ connection })).toMatchObject({ recovery: { reason: 'backup' } }));
    await client.recovery.confirm({ connection });
    // The high-water marks of this computer know the counters.
    await untilHolds(() => printSerial(client));
    await expect(client.backups.restore({ connection, name: 'none.strobe-backup' })).rejects.toMatchObject({ slug: 'not-found' });
    await expect(client.backups.restoreState({ connection })).resolves.toMatchObject({
      phase: 'failed',
      failure: { type: expect.stringContaining('not-found') as string },
    });
  });
});

describe('a set-up file', () => {
  it(
    'takes everything but the prints to another computer, whose counters print nothing until they are raised',
    { timeout: LIMIT },
    async () => {
      const { station: first, client: firstClient } = await start(temporaryFolder());
      await addSerialLabel(firstClient);
      await printSerial(firstClient);
      await expect(firstClient.setup.export({ passphrase: 'short' })).rejects.toMatchObject({ slug: 'invalid-input' });
      const { file } = await firstClient.setup.export({ passphrase: PASSPHRASE });
      const body = new Uint8Array(await (await read(first, setupFileUrl(file.name))).arrayBuffer());
      await running.pop()?.stop();

      const { station: second, client } = await start(temporaryFolder());
      expect((await send(second, setupFileUrl(file.name), { type: SETUP_MEDIA_TYPE, body })).status).toBe(201);
      await expect(client.setup.inspect({ name: file.name })).resolves.toEqual({ file });
      await expect(client.setup.get({})).resolves.toEqual({ isKept: true, hasController: true, hasPrints: false });
      const wrong = { name: file.name, passphrase: 'not the passphrase', isReplacing: false };
      await expect(client.setup.import(wrong)).rejects.toMatchObject({ context: { errors: [{ pointer: '/passphrase' }] } });
      await client.setup.import({ ...wrong, passphrase: PASSPHRASE });
      await untilHolds(() => expect(existsSync(join(second.dataFolder, 'replaced'))).toBe(true));

      const imported = await again(second);
      await untilHolds(async () => expect(await imported.recovery.get({ connection })).toMatchObject({ recovery: { reason: 'backup' } }));
      await imported.recovery.confirm({ connection });
      await expect(imported.counters.list({ connection })).resolves.toContainEqual({ name: 'Carton', value: 42, blockedAt: 42 });
      await expect(imported.prints.list({ connection, limit: 10 })).resolves.toMatchObject({ prints: [] });
      const job = { connection, printer, job: { labelName: 'Carton' } };
      await expect(imported.printing.select({ ...job, idempotencyKey: randomUUID() })).rejects.toMatchObject({ slug: 'counter-blocked' });
      const counter = await imported.counters.get({ connection, name: 'Carton' });
      await imported.counters.put({ connection, name: 'Carton', counter: { ...counter, value: 42 }, expected: counter });
      await expect(imported.printing.select({ ...job, idempotencyKey: randomUUID() })).rejects.toMatchObject({ slug: 'counter-blocked' });
      await imported.counters.put({ connection, name: 'Carton', counter: { ...counter, value: 500 }, expected: counter });
      await printSerial(imported);
      expect((await imported.prints.list({ connection, serial: '000500', limit: 2 })).prints).toHaveLength(1);
      await expect(imported.setup.get({})).resolves.toMatchObject({ hasPrints: true });
      writeFileSync(join(second.dataFolder, 'copy.strobe-setup'), body);
      expect((await send(second, setupFileUrl(file.name), { type: SETUP_MEDIA_TYPE, body })).status).toBe(201);
      await expect(imported.setup.import({ ...wrong, passphrase: PASSPHRASE })).rejects.toMatchObject({ slug: 'invalid-input' });
      expect(readFileSync(join(second.dataFolder, 'copy.strobe-setup')).equals(body)).toBe(true);
    },
  );
});
