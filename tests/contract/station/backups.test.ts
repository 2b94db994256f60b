import { afterAll, beforeAll, expect, it } from 'vitest';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { backupFileUrl } from '#contract/station/urls.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { connectionWhen } from '#support/watch.ts';

/** Generous, since a program is started on a machine that may be busy. */

let controller: ControllerProcess;
let station: OpenStation;

beforeAll(async () => {
  controller = await startController({ flags: ['--empty'] });
  station = await openStation({ controllers: [controller.url] });
});

afterAll(async () => {
  await station.close();
  await controller.stop();
});

it.each(LINKS)('over a %s backups are made and listed, newest first', async (link) => {
  const called = new Set<string>();
  const client = recording(await station.connect(link), called);
  const { id: connection } = await connectionWhen(client, ({ url, state }) => url === controller.url && state === 'online');
  const { backups: before } = await client.backups.list({ connection });
  const { backup } = await client.backups.make({ connection });
  expect(backup?.name).toMatch(/\.strobe-backup$/);
  await expect(client.backups.list({ connection })).resolves.toEqual({ backups: [backup, ...before], makingSince: null, failure: null });
  await expect(client.backups.restore({ connection, name: 'none.strobe-backup' })).rejects.toMatchObject({ slug: 'not-found' });
  await expect(client.backups.restoreState({ connection })).resolves.toMatchObject({ phase: 'failed', name: 'none.strobe-backup' });
  expect([...called]).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'backups')));
});

it.each(LINKS)('over a %s a station without a data folder has no backups of itself, and no set-up files', async (link) => {
  const called = new Set<string>();
  const client = recording(await station.connect(link), called);
  const missing = { slug: 'not-found' };
  await expect(client.stationBackups.list({})).resolves.toEqual({ isKept: false, backups: [], restored: null });
  await expect(client.stationBackups.make({})).rejects.toMatchObject(missing);
  await expect(client.stationBackups.restore({ name: 'none.strobe-backup' })).rejects.toMatchObject(missing);
  await expect(client.setup.get({})).resolves.toEqual({ isKept: false, hasController: false, hasPrints: false });
  await expect(client.setup.export({ passphrase: 'a long passphrase' })).rejects.toMatchObject(missing);
  await expect(client.setup.inspect({ name: 'none.strobe-setup' })).rejects.toMatchObject(missing);
  const imported = { name: 'none.strobe-setup', passphrase: 'a long passphrase', isReplacing: false };
  await expect(client.setup.import(imported)).rejects.toMatchObject(missing);
  expect([...called]).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'stationBackups' || noun === 'setup')));
});

it('the gateway passes backups of controllers on, and nothing that has another name', async () => {
  const client = await station.connect('WebSocket');
  const { id: connection } = await connectionWhen(client, ({ url, state }) => url === controller.url && state === 'online');
  const { backup } = await client.backups.make({ connection });
  const name = backup?.name ?? '';
  const answer = await station.fetch(backupFileUrl(connection, name));
  const body = new Uint8Array(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, `attachment; filename*=UTF-8''${name}`]);
  const put = (to: string, type = BACKUP_MEDIA_TYPE) =>
    station.fetch(backupFileUrl(connection, to), { method: 'PUT', headers: { 'content-type': type }, body });
  expect((await put('from-stick.strobe-backup')).status).toBe(201);
  expect((await put('from-stick.strobe-backup')).status).toBe(409);
  expect((await put('from-stick.strobe-backup', 'text/csv')).status).toBe(415);
  for (const other of ['..%2Fcontroller.db', 'a.zip'])
    expect((await station.fetch(`/controllers/${connection}/api/v3/backups/${other}`)).status).toBe(404);
  expect((await client.backups.list({ connection })).backups.map((each) => each.name)).toContain('from-stick.strobe-backup');
});
