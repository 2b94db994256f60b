import { uptime as machineUptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Clock } from './clock/clock.ts';
import { frequentUptime } from './clock/uptime.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Log } from './engines/log.ts';
import type { Timers } from './engines/timers.ts';
import type { Tell } from './events/events.ts';
import type { Printers } from './printers/printers.ts';
import type { Settings } from './settings/settings.ts';

interface ClockDeps {
  tell: Tell;
  log: Log;
  timers: Timers;
  settings: Settings;
  printers: Printers;
}

/** The controller's clock, by the machine's uptime unless another one is given. */
export function composeClock(
  { uptime, now, isSafeMode, monotonicNow = () => performance.now() }: ControllerOptions,
  deps: ClockDeps,
): Clock {
  const { printers, ...rest } = deps;
  const ofMachine = () => frequentUptime({ read: () => machineUptime() * 1_000, now, monotonicNow });
  return new Clock({ ...rest, now, isSafeMode, uptime: uptime ?? ofMachine(), printerClocks: () => printers.clocks() });
}
