import { beforeEach, describe, expect, it } from 'vitest';
import { controllerLineSchema, type LineStop } from '#contract/api-v3/controller-line.ts';
import { DowntimeRecorder } from '#controller/downtime/downtime-recorder.ts';
import type { LinePeriods, OpenPeriod } from '#controller/downtime/line-periods.ts';
import { Events } from '#controller/events/events.ts';
import { silentLog } from '#process/log.ts';
import { ManualClock } from '#support/manual-clock.ts';

const START = 1_000_000;
const LINE = controllerLineSchema.parse({ printers: ['A', 'B'], downtime: { standsAfter: 10 } });

let clock: ManualClock;
let events: Events;
let recorder: DowntimeRecorder;
let stops: LineStop[];
let jobs: Record<string, string | undefined>;
let faults: Record<string, string>;
/** Begin in seconds after the start, activity, and job. */
let recorded: string[];
let errors: unknown[];

beforeEach(async () => {
  clock = new ManualClock(START);
  [stops, jobs, faults, recorded, errors] = [[], {}, {}, [], []];
  events = new Events({ now: () => clock.now(), log: silentLog });
  const next = (_ended: OpenPeriod | undefined, begun: OpenPeriod | undefined) => {
    if (begun)
      recorded.push(
        [(begun.began - START) / 1_000, begun.activity, begun.job, begun.printer].filter((part) => part !== undefined).join(' '),
      );
  };
  const periods = { start: () => Promise.resolve(), stop: () => Promise.resolve(), seen: () => undefined, next } as unknown as LinePeriods;
  recorder = new DowntimeRecorder({
    lines: { all: () => [['Filling', LINE]] },
    stopsOf: () => stops,
    printers: { findJob: (printer) => Promise.resolve(jobs[printer]), findFault: (printer) => Promise.resolve(faults[printer]) },
    ...{ periods, events, publish: events.publish },
    timers: {
      setTimeout: (act, delay) => ({ cancel: clock.after(delay, act) }),
      clearTimeout: (handle) => (handle as { cancel(): void }).cancel(),
    },
    now: () => clock.now(),
    report: (error) => errors.push(error),
  });
  recorder.start();
  await seconds(1);
});

/** Lets seconds pass, one at a time, so that each look ends before the next. */
async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    clock.advance(1_000);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  expect(errors).toEqual([]);
}

function select(job: string | undefined, printer = 'A'): void {
  jobs[printer] = job;
  events.publish({ type: 'queue:changed', printer });
}

let print = 0;
function product(printer = 'A', job = jobs[printer] ?? ''): void {
  events.publish({ type: 'print:settled', printer, id: (print += 1), job, state: 'printed' });
}

describe('the recorder of downtime', () => {
  it('ends a set-up with the first product, and begins a stop with the last one', async () => {
    select('ketchup');
    await seconds(5);
    product();
    await seconds(8);
    product();
    await seconds(30);
    product();
    expect(recorded).toEqual(['1 set-up', '6 running ketchup', '14 starved ketchup', '44 running ketchup']);
  });

  it('takes a short pause for running, and a missed product for a product', async () => {
    select('ketchup');
    product();
    await seconds(10);
    events.publish({ type: 'trigger:missed', printer: 'A', reason: 'no ink' });
    await seconds(10);
    product();
    expect(recorded).toEqual(['1 set-up', '1 running ketchup']);
  });

  it('knows by which job the line runs, also right after it was selected', async () => {
    select('ketchup');
    product();
    await seconds(1);
    select('mustard');
    product();
    await seconds(3);
    select(undefined);
    await seconds(1);
    expect(recorded).toEqual(['1 set-up', '1 running ketchup', '2 running mustard', '2 set-up']);
  });

  it('does not take the last print of a job, which settles after it has ended, for a line that runs', async () => {
    select('ketchup');
    product();
    select(undefined);
    await seconds(2);
    product('A', 'ketchup');
    await seconds(2);
    expect(recorded).toEqual(['1 set-up', '1 running ketchup', '1 set-up']);
  });

  it('names the printer with a job that cannot print', async () => {
    select('ketchup');
    select('lid', 'B');
    product();
    faults['B'] = 'no ink';
    await seconds(20);
    expect(recorded).toEqual(['1 set-up', '1 running ketchup', '1 fault ketchup B']);
  });

  it('follows only the products of the printer that counts', async () => {
    select('lid', 'B');
    product('B');
    await seconds(3);
    expect(recorded).toEqual(['1 set-up']);
  });

  it('begins a fault with the stop of a rule, although products still pass', async () => {
    select('ketchup');
    product();
    await seconds(4);
    stops = [{ rule: 'unknown-print', printer: 'A', since: new Date(START + 3_000).toISOString(), detail: 'unknown' }];
    await seconds(1);
    product();
    stops = [];
    product();
    expect(recorded).toEqual(['1 set-up', '1 running ketchup', '3 fault ketchup A', '6 running ketchup']);
  });

  it('is blocked from outside: by an external stop, and by an input that says that the line stands', async () => {
    select('ketchup');
    product();
    recorder.inputChanged({ device: 'Rack', input: 'Running', kind: 'line-running', printer: undefined, isOn: false });
    await seconds(12);
    stops = [{ rule: 'external-stop', since: new Date(clock.now()).toISOString(), detail: 'The input is on.' }];
    await seconds(1);
    stops = [];
    recorder.deviceEnded('Rack');
    await seconds(1);
    expect(recorded).toEqual(['1 set-up', '1 running ketchup', '1 blocked ketchup', '13 blocked ketchup', '15 starved ketchup']);
  });
});
