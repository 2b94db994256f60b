import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { CrashRecord, type ServiceEnd } from '#service/crash-record.ts';

const KILLED: ServiceEnd = { result: 'signal', status: 'KILL' };

function openRecord() {
  const clock = { now: 1_000 };
  const file = join(temporaryFolder(), 'crashes');
  return { clock, open: (version = '1.0.0') => new CrashRecord({ file, version, now: () => clock.now }) };
}

it('asks for safe mode after five crashes within two minutes, each counted by another process', () => {
  const { clock, open } = openRecord();
  const due: boolean[] = [];
  for (let crash = 1; crash <= 5; crash += 1) {
    open().add(KILLED);
    due.push(open().isSafeModeDue);
    clock.now += 20_000;
  }
  expect(due).toEqual([false, false, false, false, true]);
});

it('forgets crashes after two minutes', () => {
  const { clock, open } = openRecord();
  for (let crash = 1; crash <= 5; crash += 1) open().add(KILLED);
  clock.now += 120_001;
  expect(open().isSafeModeDue).toBe(false);
});

it('counts what systemd ends: a hang, a lack of memory, a fault', () => {
  const { open } = openRecord();
  for (const result of ['watchdog', 'oom-kill', 'core-dump', 'timeout']) open().add({ result, status: 'ABRT' });
  open().add({ result: 'exit-code', status: '1' });
  expect(open().isSafeModeDue).toBe(true);
});

it('does not count ends that safe mode would not help', () => {
  const { open } = openRecord();
  for (const status of ['2', '5', '8', '9', '10', '11', '12']) open().add({ result: 'exit-code', status });
  expect(open().isSafeModeDue).toBe(false);
});

it('does not count the crashes of another version, which an update has taken away', () => {
  const { open } = openRecord();
  for (let crash = 1; crash <= 5; crash += 1) open('1.1.0').add(KILLED);
  expect([open('1.1.0').isSafeModeDue, open('1.0.0').isSafeModeDue]).toEqual([true, false]);
});

it('starts from zero after an end in order', () => {
  const { open } = openRecord();
  for (let crash = 1; crash <= 4; crash += 1) open().add(KILLED);
  open().add({ result: 'success', status: '0' });
  open().add(KILLED);
  expect(open().isSafeModeDue).toBe(false);
});
