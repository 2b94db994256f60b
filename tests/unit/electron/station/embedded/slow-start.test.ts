import { expect, it, onTestFinished } from 'vitest';
import type { ConnectionsEvent } from '#contract/station/connections.ts';
import { Station } from '#station/station.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { FakeLauncher } from '#support/fake-launcher.ts';
import { ManualClock } from '#support/manual-clock.ts';

const SLOW = 'The controller is starting: it checks 500 MB of data first, which may take up to 18 min.';

/** A station whose controller the test controls. */
async function openStation() {
  const db = openStationDatabase(':memory:');
  const clock = new ManualClock();
  const launcher = new FakeLauncher();
  const station = new Station({
    ...{ db, clock, launcher, random: () => 0.5, newId: () => 'id', version: '0.0.0', kind: 'headless', controllers: [] },
    report: (error) => expect.fail(String(error)),
  });
  await station.start();
  onTestFinished(async () => {
    await station.stop();
    await db.destroy();
  });
  return { station, clock, launcher };
}

async function embeddedOf(station: Station) {
  const stop = new AbortController();
  const { value } = (await station.handlers.connections.watch({}, stop.signal)[Symbol.asyncIterator]().next()) as {
    value: ConnectionsEvent;
  };
  stop.abort();
  const [embedded] = value.type === 'snapshot' ? value.connections : [];
  return { state: embedded?.state, reason: embedded?.reason };
}

it('a controller that takes long to start is shown as starting, and is not stopped', async () => {
  const { station, clock, launcher } = await openStation();
  launcher.launched[0]?.says('controller starting: 500000000 bytes to look through');
  clock.advance(17 * 60_000);
  expect([await embeddedOf(station), launcher.launched.length]).toEqual([{ state: 'connecting', reason: SLOW }, 1]);
});

it('a controller that takes long to restart is shown as starting', async () => {
  const { station, clock, launcher } = await openStation();
  launcher.launched[0]?.exits(6);
  clock.advance(250);
  launcher.launched[1]?.says('controller starting: 500000000 bytes to look through');
  clock.advance(17 * 60_000);
  expect([await embeddedOf(station), launcher.launched.length]).toEqual([{ state: 'connecting', reason: SLOW }, 2]);
});
