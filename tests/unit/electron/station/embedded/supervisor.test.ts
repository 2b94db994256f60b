import { beforeEach, describe, expect, it } from 'vitest';
import { Supervisor } from '#station/embedded/supervisor.ts';
import { FakeLauncher, type FakeProcess } from '#support/fake-launcher.ts';
import { ManualClock } from '#support/manual-clock.ts';

let clock: ManualClock;
let launched: FakeProcess[];
let addresses: string[];
let gone: string[];
let slow: string[];
let supervisor: Supervisor;

beforeEach(() => {
  clock = new ManualClock();
  const launcher = new FakeLauncher();
  ({ launched } = launcher);
  addresses = [];
  gone = [];
  slow = [];
  supervisor = new Supervisor({
    launcher,
    clock,
    onAddress: (url) => addresses.push(url),
    onExit: (reason) => gone.push(reason),
    onSlowStart: (reason) => slow.push(reason),
  });
  supervisor.start();
});

const last = (): FakeProcess => launched.at(-1)!;
const listening = (port = 7311): void => last().says(`controller listening on http://127.0.0.1:${port}`);

describe('the supervisor', () => {
  it('reports the address at which the controller listens', () => {
    last().says('some other line');
    listening();
    expect(addresses).toEqual(['http://127.0.0.1:7311']);
  });

  it.each([
    [null, 'was killed or could not be started'],
    [1, 'ended with exit code 1'],
    [4, 'cannot use its data folder: another controller has locked it and does not report its address (exit code 4)'],
    [5, 'cannot listen: another program uses its port (exit code 5)'],
    [6, 'stopped printing because its disk lost data that had been written (exit code 6)'],
    [7, 'stopped printing because another controller has taken over its database (exit code 7)'],
    [8, 'does not print because its database is damaged: restore a backup (exit code 8)'],
    [
      11,
      'does not print because its data folder was moved, deleted or replaced: put the folder back, or mount its disk again (exit code 11)',
    ],
  ])('reports how a controller ended: exit code %j', (code, how) => {
    last().exits(code);
    expect(gone).toEqual([`The controller ${how}; it is being restarted.`]);
  });

  it('B15 requires the data of a controller that has listened, and restarts it until they are back, without safe mode', () => {
    expect(last().isDataRequired).toBe(false);
    listening();
    for (let n = 0; n < 10; n += 1) {
      last().exits(11);
      clock.advance(clock.next ?? 0);
    }
    expect(launched).toHaveLength(11);
    expect([last().isDataRequired, last().isSafeMode]).toEqual([true, false]);
  });

  it('restarts a controller that ended, with delays that double up to 10 s', () => {
    const delays: (number | undefined)[] = [];
    for (let n = 0; n < 8; n += 1) {
      last().exits(1);
      delays.push(clock.next);
      clock.advance(clock.next ?? 0);
    }
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(launched).toHaveLength(9);
    expect(gone[0]).toBe('The controller ended with exit code 1; it is being restarted.');
  });

  it('resets the restart delay after a controller has listened for a minute', () => {
    for (let n = 0; n < 4; n += 1) {
      last().exits(1);
      clock.advance(clock.next ?? 0);
    }
    listening();
    clock.advance(60_000);
    last().exits(null);
    expect(clock.next).toBe(250);
  });

  it('A8 starts in safe mode after five crashes within two minutes, and reports it', () => {
    for (let n = 0; n < 5; n += 1) {
      last().exits(1);
      clock.advance(clock.next ?? 0);
    }
    expect(launched.map(({ isSafeMode }) => isSafeMode)).toEqual([false, false, false, false, false, true]);
    expect(gone.at(-1)).toBe('The controller ended with exit code 1; it is being restarted in safe mode.');
    expect(supervisor.isSafeMode).toBe(true);
  });

  it('A8 does not count crashes that are further apart', () => {
    for (let n = 0; n < 10; n += 1) {
      listening();
      clock.advance(40_000);
      last().exits(1);
      clock.advance(clock.next ?? 0);
    }
    expect(supervisor.isSafeMode).toBe(false);
  });

  it.each([
    ['wrong flags', 2],
    ['a folder that is held by a controller which does not answer yet', 4],
    ['a taken port', 5],
  ])('does not count %s as a crash', (_name, code) => {
    for (let n = 0; n < 10; n += 1) {
      last().exits(code);
      clock.advance(clock.next ?? 0);
    }
    expect(supervisor.isSafeMode).toBe(false);
  });

  it('adopts a controller that is running already, and starts one when that has ended', () => {
    last().says('controller already running on http://127.0.0.1:7400');
    last().exits(4);
    expect([addresses, gone, launched.length]).toEqual([['http://127.0.0.1:7400'], [], 1]);
    supervisor.didNotRespond();
    supervisor.didNotRespond();
    clock.advance(250);
    expect(launched).toHaveLength(2);
    listening(7401);
    expect(addresses).toEqual(['http://127.0.0.1:7400', 'http://127.0.0.1:7401']);
  });

  it('never stops a controller that it adopted', async () => {
    last().says('controller already running on http://127.0.0.1:7400');
    last().exits(4);
    await supervisor.stop();
    expect(last().isStopped).toBe(false);
  });

  it('stops a process that does not listen within 30 s', () => {
    clock.advance(30_000);
    expect([launched[0]?.isStopped, gone]).toEqual([
      true,
      ['The controller took too long to start and was stopped; it is being restarted.'],
    ]);
  });

  it('waits longer for a controller that checks more data, and reports a slow start instead of an end', () => {
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(38 * 60_000);
    listening();
    clock.advance(60 * 60_000);
    const said = ['The controller is starting: it checks 1133 MB of data first, which may take up to 39 min.'];
    expect([slow, gone, launched.length, addresses]).toEqual([said, [], 1, ['http://127.0.0.1:7311']]);
  });

  it('stops a controller that takes too long to check its data', () => {
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(38 * 60_000);
    expect(last().isStopped).toBe(false);
    clock.advance(clock.next ?? 0);
    expect([last().isStopped, gone.length]).toEqual([true, 1]);
  });

  it('does not report a slow start when the controller listens within 30 s', () => {
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(29_000);
    listening();
    clock.advance(60_000);
    expect(slow).toEqual([]);
  });

  it('gives every start the full limit, however long the process before did not respond', () => {
    last().exits(1);
    supervisor.didNotRespond();
    clock.advance(250);
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(30 * 60_000);
    expect([launched.length, last().isStopped]).toEqual([2, false]);
  });

  it('A8 starts in safe mode after five starts in a row that hung, however long they took', () => {
    for (let n = 0; n < 5; n += 1) {
      last().says('controller starting: 1133000000 bytes to look through');
      clock.advance(38 * 60_000);
      for (const what of ['is ended', 'is started again']) clock.advance(clock.next ?? expect.fail(`it never ${what}`));
    }
    expect(launched.map(({ isSafeMode }) => isSafeMode)).toEqual([false, false, false, false, false, true]);
    expect(gone.at(-1)).toBe('The controller took too long to start and was stopped; it is being restarted in safe mode.');
  });

  it('stops a process that does not respond for a minute', () => {
    listening();
    supervisor.responded();
    supervisor.didNotRespond();
    clock.advance(59_000);
    expect(last().isStopped).toBe(false);
    clock.advance(1_000);
    expect(launched[0]?.isStopped).toBe(true);
  });

  it('does not stop a process that responds again', () => {
    listening();
    supervisor.didNotRespond();
    clock.advance(30_000);
    supervisor.responded();
    clock.advance(60_000);
    expect(last().isStopped).toBe(false);
  });

  it('stops the process that it started and does not restart it', async () => {
    listening();
    await supervisor.stop();
    expect([last().isStopped, clock.waiting, gone]).toEqual([true, 0, []]);
  });

  it('starts nothing after it was stopped between two attempts', async () => {
    last().exits(1);
    await supervisor.stop();
    clock.advance(60_000);
    expect(launched).toHaveLength(1);
  });

  it('starts the controller after a stop, also one that was waiting for its restart', async () => {
    last().exits(1);
    await supervisor.stop();
    clock.advance(60_000);
    expect(launched).toHaveLength(1);
    supervisor.start();
    listening(7312);
    last().exits(1);
    clock.advance(250);
    expect([launched.length, addresses]).toEqual([3, ['http://127.0.0.1:7312']]);
  });
});
