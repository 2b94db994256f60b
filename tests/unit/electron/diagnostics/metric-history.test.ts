import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { figuresIn, MetricHistory, METRIC_FILES, recentMetrics } from '#diagnostics/sources/metric-history.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { openService } from '#support/open-service.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

it('samples the metrics of a real controller each minute', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const folder = temporaryFolder();
  const clock = new ManualClock(Date.UTC(2026, 0, 10));
  const history = new MetricHistory({ folder, clock, read: async () => (await service.call('/metrics')).text });
  history.start();
  clock.advance(60_000);
  await history.stop();
  const [head = '', row = '', end] = recentMetrics(folder)!.split('\n');
  const cells = Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at]]));
  expect(cells).toMatchObject({
    time: '2026-01-10T00:01:00.000Z',
    strobe_ready: '1',
    strobe_prints: '0',
    strobe_queued_jobs: '0',
    note: '',
  });
  expect(Number(cells['process_resident_memory_bytes'])).toBeGreaterThan(1_000_000);
  expect(end).toBe('');
});

it('a controller that does not answer leaves a note instead of figures', async () => {
  const folder = temporaryFolder();
  await new MetricHistory({ folder, clock: new ManualClock(0), read: () => Promise.reject(new Error('no, "answer"')) }).sample();
  expect(recentMetrics(folder)!.split('\n')[1]).toMatch(/^1970-01-01T00:00:00.000Z,{14}\d+,no {3}answer $/);
});

it('two files of bounded size are kept, and the older samples come first', async () => {
  const folder = temporaryFolder();
  let at = 0;
  const clock = { now: () => (at += 60_000), after: () => () => undefined };
  const history = new MetricHistory({ folder, clock, read: () => Promise.reject(new Error('x'.repeat(1_000))) });
  for (let sample = 0; sample < 600; sample += 1) await history.sample();
  expect(readdirSync(folder).sort()).toEqual([...METRIC_FILES].sort());
  for (const name of METRIC_FILES) expect(readFileSync(join(folder, name)).length).toBeLessThan(300_000);
  const times = recentMetrics(folder)!
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.slice(0, 24));
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe(new Date(at).toISOString());
});

it('a folder that is gone is not created again', async () => {
  const folder = join(temporaryFolder(), 'gone');
  await new MetricHistory({ folder, clock: new ManualClock(0), read: async () => '' }).sample();
  expect(existsSync(folder)).toBe(false);
});

it('figures with labels are added up', () => {
  const figures = figuresIn('strobe_ready 1\nstrobe_triggers_total{printer="A"} 2\nstrobe_triggers_total{printer="B b"} 3\n');
  expect(figures.slice(0, 3)).toEqual(['1', '5', '']);
});
