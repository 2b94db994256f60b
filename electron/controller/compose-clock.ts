import { uptime as machineUptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import { countingSleep } from '#contract/time/counting-sleep.ts';
import { Clock } from './clock/clock.ts';
import { frequentUptime } from './clock/uptime.ts';
import type { ControllerOptions } from './controller-options.ts';
import { CommandClock } from './platform/command-clock.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Publish } from './events/events.ts';
import type { Printers } from './printers/printers.ts';
import type { Settings } from './settings/settings.ts';

interface ClockDeps {
  publish: Publish;
  log: Log;
  timers: Timers;
  settings: Settings;
  printers: Printers;
}

/** Composes the controller's clock. It measures time by the uptime of the machine unless the options pass another source. */
export function composeClock(
  { uptime, now, isSafeMode, monotonicNow = () => performance.now() }: ControllerOptions,
  deps: ClockDeps,
): Clock {
  const { printers, ...rest } = deps;
  const ofMachine = () => frequentUptime({ read: () => machineUptime() * 1_000, now, monotonicNow });
  return new Clock({ ...rest, now, isSafeMode, uptime: uptime ?? ofMachine(), printerClocks: () => printers.clocks() });
}

/** Composes the clock by which commands expire. */
export function composeCommandClock({ elapsed }: Pick<ControllerOptions, 'elapsed'>): CommandClock {
  const ofMachine = () =>
    countingSleep(
      () => performance.now(),
      () => machineUptime() * 1_000,
    );
  return new CommandClock(elapsed ?? ofMachine());
}
