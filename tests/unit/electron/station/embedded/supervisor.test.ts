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
    onGone: (reason) => gone.push(reason),
    onSlowStart: (reason) => slow.push(reason),
  });
  supervisor.start();
});

const last = (): FakeProcess => launched.at(-1)!;
const listening = (port = 7311): void => last().says(`controller listening on http://127.0.0.1:${port}`);

describe('the supervisor', () => {
  it('tells where the controller listens', () => {
    last().says('some other line');
    listening();
    expect(addresses).toEqual(['http://127.0.0.1:7311']);
  });

  it.each([
    [null, 'was ended by force or could not be started'],
    [1, 'ended with exit code 1'],
    [4, 'cannot have its data folder: another controller holds it and does not say where it listens (exit code 4)'],
    [5, 'cannot listen: another program has taken its port (exit code 5)'],
    [6, 'stopped printing because its disk failed to keep what was written (exit code 6)'],
    [7, 'stopped printing because another controller has taken over its database (exit code 7)'],
    [8, 'does not print because its database is damaged: put a backup in its place (exit code 8)'],
    [
      11,
      'does not print because its data folder was moved, deleted or replaced: put the folder back, or mount its disk again (exit code 11)',
    ],
  ])('says in words how a controller ended: %j', (code, how) => {
    last().exits(code);
    expect(gone).toEqual([`The controller ${how}; it is started again.`]);
  });

  it('B15 starts a controller that has listened only where its data are, and waits for them without end or safe mode', () => {
    expect(last().isDataRequired).toBe(false);
    listening();
    for (let n = 0; n < 10; n += 1) {
      last().exits(11);
      clock.advance(clock.next ?? 0);
    }
    expect(launched).toHaveLength(11);
    expect([last().isDataRequired, last().isSafeMode]).toEqual([true, false]);
  });

  it('starts a controller that ended again, with delays that double up to 10 s', () => {
    const delays: (number | undefined)[] = [];
    for (let n = 0; n < 8; n += 1) {
      last().exits(1);
      delays.push(clock.next);
      clock.advance(clock.next ?? 0);
    }
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(launched).toHaveLength(9);
    expect(gone[0]).toBe('The controller ended with exit code 1; it is started again.');
  });

  it('starts with the shortest delay again after a minute of health', () => {
    for (let n = 0; n < 4; n += 1) {
      last().exits(1);
      clock.advance(clock.next ?? 0);
    }
    listening();
    clock.advance(60_000);
    last().exits(null);
    expect(clock.next).toBe(250);
  });

  it('A8 starts read only after five crashes within two minutes, and says so', () => {
    for (let n = 0; n < 5; n += 1) {
      last().exits(1);
      clock.advance(clock.next ?? 0);
    }
    expect(launched.map(({ isSafeMode }) => isSafeMode)).toEqual([false, false, false, false, false, true]);
    expect(gone.at(-1)).toBe('The controller ended with exit code 1; it is started again in safe mode.');
    expect(supervisor.isSafeMode).toBe(true);
  });

  it('A8 does not count crashes that lie further apart', () => {
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
  ])('does not take %s for a crash', (_name, code) => {
    for (let n = 0; n < 10; n += 1) {
      last().exits(code);
      clock.advance(clock.next ?? 0);
    }
    expect(supervisor.isSafeMode).toBe(false);
  });

  it('adopts a controller that already runs, and starts one when that is gone', () => {
    last().says('controller already running on http://127.0.0.1:7400');
    last().exits(4);
    expect([addresses, gone, launched.length]).toEqual([['http://127.0.0.1:7400'], [], 1]);
    supervisor.silent();
    supervisor.silent();
    clock.advance(250);
    expect(launched).toHaveLength(2);
    listening(7401);
    expect(addresses).toEqual(['http://127.0.0.1:7400', 'http://127.0.0.1:7401']);
  });

  it('never ends a controller that it adopted', async () => {
    last().says('controller already running on http://127.0.0.1:7400');
    last().exits(4);
    await supervisor.stop();
    expect(last().isStopped).toBe(false);
  });

  it('ends a process that does not say within 30 s where it listens', () => {
    clock.advance(30_000);
    expect([launched[0]?.isStopped, gone]).toEqual([true, ['The controller took too long to start and was ended; it is started again.']]);
  });

  it('waits longer for a start that looks through more, and says so instead of that it is gone', () => {
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(38 * 60_000);
    listening();
    clock.advance(60 * 60_000);
    const said = ['The controller is starting: it looks through 1133 MB of data first, which may take up to 39 min.'];
    expect([slow, gone, launched.length, addresses]).toEqual([said, [], 1, ['http://127.0.0.1:7311']]);
  });

  it('ends a start that takes too long for what it looks through', () => {
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(38 * 60_000);
    expect(last().isStopped).toBe(false);
    clock.advance(clock.next ?? 0);
    expect([last().isStopped, gone.length]).toEqual([true, 1]);
  });

  it('says nothing of a start that is over within 30 s', () => {
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(29_000);
    listening();
    clock.advance(60_000);
    expect(slow).toEqual([]);
  });

  it('gives the start of a controller that was ended its own time, however long the one before was silent', () => {
    last().exits(1);
    supervisor.silent();
    clock.advance(250);
    last().says('controller starting: 1133000000 bytes to look through');
    clock.advance(30 * 60_000);
    expect([launched.length, last().isStopped]).toEqual([2, false]);
  });

  it('A8 starts read only after five starts in a row that hung, however long they took', () => {
    for (let n = 0; n < 5; n += 1) {
      last().says('controller starting: 1133000000 bytes to look through');
      clock.advance(38 * 60_000);
      for (const what of ['is ended', 'is started again']) clock.advance(clock.next ?? expect.fail(`it never ${what}`));
    }
    expect(launched.map(({ isSafeMode }) => isSafeMode)).toEqual([false, false, false, false, false, true]);
    expect(gone.at(-1)).toBe('The controller took too long to start and was ended; it is started again in safe mode.');
  });

  it('ends a process that lives and does not answer for a minute', () => {
    listening();
    supervisor.answered();
    supervisor.silent();
    clock.advance(59_000);
    expect(last().isStopped).toBe(false);
    clock.advance(1_000);
    expect(launched[0]?.isStopped).toBe(true);
  });

  it('lets a process be that answers again', () => {
    listening();
    supervisor.silent();
    clock.advance(30_000);
    supervisor.answered();
    clock.advance(60_000);
    expect(last().isStopped).toBe(false);
  });

  it('ends the process that it started and starts none after that', async () => {
    listening();
    await supervisor.stop();
    expect([last().isStopped, clock.waiting, gone]).toEqual([true, 0, []]);
  });

  it('starts nothing any more when it is stopped between two attempts', async () => {
    last().exits(1);
    await supervisor.stop();
    clock.advance(60_000);
    expect(launched).toHaveLength(1);
  });

  it('starts the controller again after a stop, also one that was about to be restarted', async () => {
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
