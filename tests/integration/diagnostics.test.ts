import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { CheckResult } from '#contract/station/diagnostics.ts';
import { runDoctorCommand } from '#diagnostics/doctor-command.ts';
import { startStation } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';

it('the command and the page find the same station and controller in their processes', async () => {
  const station = await startStation({ flags: ['--log-file'] });
  onTestFinished(async () => void (await station.stop()));
  const client = await station.connect();
  await connectionWhen(client, ({ state, embedded }) => embedded && state === 'online');
  await client.diagnostics.run({});
  let ofPage: CheckResult[] = [];
  const stop = new AbortController();
  for await (const { isRunning, results } of client.diagnostics.watch({}, stop.signal)) {
    ofPage = results;
    if (!isRunning) break;
  }
  stop.abort();

  const lines: string[] = [];
  const io = { write: (line: string) => void lines.push(line), writeError: () => undefined, version: '0.1.0' };
  const code = await runDoctorCommand(['--data', station.dataFolder, '--json'], io);
  const { results: ofCommand } = JSON.parse(lines.join('\n')) as { results: CheckResult[] };

  for (const results of [ofPage, ofCommand]) {
    const find = (id: string) => results.find((result) => result.id === id);
    expect(find('readiness')).toMatchObject({ state: 'ok', facts: [{ value: 1 }] });
    expect(find('database')).toMatchObject({ state: 'ok' });
    expect(
      find('ports')
        ?.facts.map(({ value }) => value)
        .sort(),
    ).toEqual(['controller', 'page']);
    expect(find('errors')?.findings.map((finding) => finding.code)).not.toContain('no-log');
  }
  expect(ofPage.find(({ id }) => id === 'processes')?.facts.map(({ of }) => of)).toContain('station');
  expect(code).toBe(0);
  const log = join(station.dataFolder, 'logs/station.log');
  expect(existsSync(log) && readFileSync(log, 'utf8')).toContain('the station starts');
});
