import { beforeEach, describe, expect, it } from 'vitest';
import { frequentUptime } from '#controller/clock/uptime.ts';

describe('frequentUptime', () => {
  let wall: number;
  let monotonic: number;
  let machine: number;
  let reads: number;
  let uptime: () => number;

  beforeEach(() => {
    [wall, monotonic, machine, reads] = [1_000_000, 0, 5_000, 0];
    const read = () => {
      reads += 1;
      return machine;
    };
    uptime = frequentUptime({ read, now: () => wall, monotonicNow: () => monotonic });
    uptime();
  });

  function pass(milliseconds: number): void {
    wall += milliseconds;
    monotonic += milliseconds;
    machine += milliseconds;
  }

  it('follows the monotonic clock for a second without a reading', () => {
    pass(999);
    expect([uptime(), reads]).toEqual([5_999, 1]);
  });

  it('reads the machine again after a second', () => {
    pass(1_000);
    expect([uptime(), reads]).toEqual([6_000, 2]);
  });

  it('counts the time that the machine slept, at once', () => {
    pass(10);
    wall += 3_600_000;
    machine += 3_600_000;
    expect([uptime(), reads]).toEqual([3_605_010, 2]);
  });

  it.each([3_600_000, -3_600_000, 30, -30])('reads the machine again when the wall clock is set by %i ms', (step) => {
    pass(10);
    wall += step;
    expect([uptime(), reads]).toEqual([5_010, 2]);
  });

  it('never decreases when the machine reports it less precisely', () => {
    pass(999);
    const before = uptime();
    pass(2);
    machine = 5_990;
    expect(uptime()).toBe(before);
  });
});
