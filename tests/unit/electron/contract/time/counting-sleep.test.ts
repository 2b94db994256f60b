import { describe, expect, it } from 'vitest';
import { countingSleep } from '#contract/time/counting-sleep.ts';

function counters() {
  const at = { awake: 500, uptime: 90_000 };
  const elapsed = countingSleep(
    () => at.awake,
    () => at.uptime,
  );
  const pass = (awake: number, uptime = awake): number => {
    at.awake += awake;
    at.uptime += uptime;
    return elapsed();
  };
  return pass;
}

describe('the time that passed', () => {
  it('C6 is that of the precise counter while the machine is awake', () => {
    const pass = counters();
    expect([pass(0.25), pass(1_000, 0), pass(0, 1_000), pass(0.5, 0)]).toEqual([500.25, 1_500.25, 1_500.25, 1_500.75]);
  });

  it('A15 includes the time that the machine slept', () => {
    const pass = counters();
    expect([pass(1_000, 28_801_000), pass(1_000), pass(0, 60_000)]).toEqual([28_801_500, 28_802_500, 28_862_500]);
  });

  it('C6 never goes back when the coarse counter does', () => {
    const pass = counters();
    expect([pass(1_000, 61_000), pass(0, -30_000), pass(1_000)]).toEqual([61_500, 61_500, 62_500]);
  });
});
