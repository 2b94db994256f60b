import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright';
import { memoryTogether } from '#support/resident-memory.ts';
import { startStation } from '#support/station-process.ts';
import { findChromium } from '../../../build/scripts/find-chromium.ts';
import { ensureBuilt, PAGE, PROGRAMS } from '../../../build/scripts/build.ts';
import { CannotMeasure, type CountGoal } from '../goal.ts';

/** Seconds until nothing starts any more, and during which the processes are watched. */
const SETTLE = 20;
const WATCH = 60;
const MAX_CPU_PERCENT = 20;
const MAX_MEGABYTES = 900;

interface Idle {
  /** Percent of one core. */
  cpu: number;
  megabytes: number;
}

let measured: Promise<Idle> | undefined;

/** A station with its controller, two virtual printers without a job, and the open page: what they need together while nothing happens. */
export const IDLE_GOALS: readonly CountGoal[] = [
  { name: 'P37-idle-cpu', goal: { atMost: MAX_CPU_PERCENT }, count: async (report) => (await measure(report)).cpu },
  { name: 'P37-idle-memory', goal: { atMost: MAX_MEGABYTES }, count: async (report) => (await measure(report)).megabytes },
];

function measure(report: (line: string) => void): Promise<Idle> {
  measured ??= watch(report);
  return measured;
}

async function watch(report: (line: string) => void): Promise<Idle> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new CannotMeasure('no browser is installed');
  for (const product of [PAGE, PROGRAMS]) await ensureBuilt(product);
  process.env['STROBE_PROGRAMS'] ??= PROGRAMS.output;
  const station = await startStation();
  const server = await chromium.launchServer({ executablePath });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const context = await browser.newContext();
    await context.addCookies([station.signedIn.cookie]);
    await (await context.newPage()).goto(station.url);
    const pids = { controller: childrenOf(station.pid), station: [station.pid], page: familyOf(server.process().pid ?? 0) };
    await pause(SETTLE * 1_000);
    const before = Object.values(pids).map((group) => processorSeconds(group));
    await pause(WATCH * 1_000);
    const parts = Object.entries(pids).map(([name, group], index) => {
      const cpu = ((processorSeconds(group) - (before[index] ?? 0)) / WATCH) * 100;
      const megabytes = memoryTogether(group);
      report(`${name}: ${cpu.toFixed(1)} % of a core, ${megabytes} MiB`);
      return { cpu, megabytes };
    });
    return { cpu: sum(parts.map(({ cpu }) => cpu)), megabytes: sum(parts.map(({ megabytes }) => megabytes)) };
  } finally {
    await server.close();
    await station.stop();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** User and system time of processes so far: fields 14 and 15 of proc(5), in clock ticks. */
function processorSeconds(pids: readonly number[]): number {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const used = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return sum(used) / ticks;
}
