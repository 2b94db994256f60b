import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DesktopState } from '#contract/station/desktop.ts';
import type { Role } from '#contract/station/permissions.ts';
import { DESKTOP, serveFor } from '#station/people/callers.ts';
import { systemClock } from '#station/platform/system-clock.ts';
import { Station } from '#station/station.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { FakeController, STARTED } from '#support/fake-controller.ts';
import { untilHolds } from '#support/until-holds.ts';

const PIN = '592713';
const JOB = { id: 'j-1', description: '', label: 'Can', revision: 1, printed: 0, started: 0, nextPrint: 'n-1' };
let station: Station;
let controller: FakeController;
let close: () => Promise<void>;

beforeEach(async () => {
  const db = openStationDatabase(':memory:');
  controller = await new FakeController('one').start();
  station = new Station({
    ...{ db, clock: systemClock, random: Math.random, newId: randomUUID, report: (error) => expect.fail(String(error)) },
    ...{ version: '0.0.0', kind: 'desktop', launcher: undefined, controllers: [controller.url], pollInterval: 50 },
  });
  await station.start();
  close = async () => {
    await controller.kill();
    await station.stop();
    await db.destroy();
  };
});
afterEach(() => close());

/** Runs a call of the window of the desktop app. */
const call = <Result>(work: (handlers: Station['handlers']) => Result): Result => serveFor(DESKTOP, () => work(station.handlers));
const add = (name: string, role: Role) => call(({ people }) => people.add({ name, role, secret: PIN, lines: null, isEnabled: true }, 0));

describe('what the desktop app may do', () => {
  it('is everything on a station without people', async () => {
    for (const action of ['quit', 'leaveKiosk', 'startWithSystem'] as const)
      await expect(station.desktop.permit(action)).resolves.toBeUndefined();
  });

  it('needs a person who is signed in and has the permission, once there are people', async () => {
    await add('Ada', 'administrator');
    await add('Eve', 'engineer');
    await add('Otto', 'operator');
    const outcomes: Record<string, string[]> = {};
    for (const name of ['', 'Otto', 'Eve', 'Ada']) {
      await call(({ people }) => people.signOut({}, 0));
      if (name !== '') await call(({ people }) => people.signIn({ name, secret: PIN }, 0));
      outcomes[name] = await Promise.all(
        (['quit', 'startWithSystem', 'leaveKiosk'] as const).map((action) =>
          station.desktop.permit(action).then(
            () => 'permitted',
            (error: { slug: string }) => error.slug,
          ),
        ),
      );
    }
    expect(outcomes).toEqual({
      '': ['person-required', 'person-required', 'person-required'],
      Otto: ['not-permitted', 'not-permitted', 'not-permitted'],
      Eve: ['permitted', 'permitted', 'not-permitted'],
      Ada: ['permitted', 'permitted', 'permitted'],
    });
  });

  it('needs the screen to be unlocked, and is recorded with the person and the outcome', async () => {
    await add('Ada', 'administrator');
    await call(({ people }) => people.signIn({ name: 'Ada', secret: PIN }, 0));
    await station.desktop.permit('leaveKiosk');
    await call(({ people }) => people.lock({}, 0));
    await expect(station.desktop.permit('quit')).rejects.toMatchObject({ slug: 'screen-locked' });
    await call(({ people }) => people.signIn({ name: 'Ada', secret: PIN }, 0));
    await untilHolds(async () => {
      const lines: string[] = [];
      for await (const line of await serveFor(DESKTOP, () => station.auditLines({ chain: 'changes' }))) lines.push(line);
      const text = lines.join('');
      expect(text).toMatch(/"operation":"desktop.leaveKiosk".*"outcome":"done"|"outcome":"done".*"operation":"desktop.leaveKiosk"/);
      expect(text).toMatch(/"operation":"desktop.quit".*"outcome":"failed"|"outcome":"failed".*"operation":"desktop.quit"/);
    });
  });
});

describe('what the desktop app shows', () => {
  it('is how many printers have a job and how many alarms are active, whenever one of them changes', async () => {
    const states: DesktopState[] = [];
    const end = station.desktop.watch((state) => states.push(state));
    controller.status = { ...STARTED, job: JOB };
    await untilHolds(() => expect(states.at(-1)).toMatchObject({ printersWithJob: 1 }));
    controller.status = STARTED;
    await untilHolds(() => expect(states.at(-1)).toMatchObject({ printersWithJob: 0 }));
    await controller.kill();
    await untilHolds(() => expect(states.at(-1)?.alarms).toBeGreaterThan(0));
    end();
    expect(states.slice(0, 3)).toEqual([
      { printersWithJob: 0, ownPrintersWithJob: 0, alarms: 0 },
      { printersWithJob: 1, ownPrintersWithJob: 0, alarms: 0 },
      { printersWithJob: 0, ownPrintersWithJob: 0, alarms: 0 },
    ]);
  });
});
