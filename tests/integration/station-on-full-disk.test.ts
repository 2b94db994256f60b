import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { FakeController } from '#support/fake-controller.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { connectionWhen } from '#support/watch.ts';

const why = whyNoSmallDisk();

let station: StationProcess | undefined;
afterEach(async () => {
  await station?.kill();
  station = undefined;
});

async function fakeController(): Promise<FakeController> {
  const controller = await new FakeController('one').start();
  onTestFinished(() => controller.kill());
  return controller;
}

/** Starts a station whose output goes to a file. */
async function startSayingTo(file: string, dataFolder: string, controller: FakeController): Promise<StationProcess> {
  const output = openSync(file, 'a');
  onTestFinished(() => closeSync(output));
  // The controller at this address has ended.
  const { port } = await new FakeController().start().then(async (other) => other.kill().then(() => other));
  station = await startStation({ dataFolder, port, output, flags: ['--no-embedded', '--controller', controller.url] });
  return station;
}

describe('a station whose output is on a full disk', () => {
  it.skipIf(why !== undefined)(
    `B4 goes on, and writes its event log when there is space${why === undefined ? '' : `: ${why}`}`,
    async () => {
      const disk = new SmallDisk(8);
      onTestFinished(() => disk.remove());
      const controller = await fakeController();
      const client = await (await startSayingTo(join(disk.folder, 'station.log'), join(disk.folder, 'data'), controller)).connect();
      const { id } = await connectionWhen(client, ({ state }) => state === 'online');
      disk.fill();
      await expect(client.connections.rename({ id, name: 'Hall 2' })).rejects.toThrow('The disk that holds the database is full');
      await controller.kill();
      await connectionWhen(client, ({ state }) => state === 'lost');
      // Queued writes are tried before a search.
      const tried = () => client.lastAnswers.at({ connection: id, read: 'labels.list', name: '' });
      await tried();
      disk.clear();
      await tried();
      const { entries } = await client.eventLog.list({ limit: 10 });
      expect(entries.map(({ event }) => event)).toContain('controller-lost');
    },
  );

  it.runIf(existsSync('/dev/full'))('B4 starts and stops', async () => {
    const started = await startSayingTo('/dev/full', temporaryFolder(), await fakeController());
    await connectionWhen(await started.connect(), ({ state }) => state === 'online');
    await expect(started.stop()).resolves.toBe(0);
  });
});
