import { afterAll, beforeAll, expect, it } from 'vitest';
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
  expect([...called]).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'backups')));
});
