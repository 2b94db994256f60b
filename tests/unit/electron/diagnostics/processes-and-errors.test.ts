import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsCheck } from '#diagnostics/checks/errors.ts';
import { processesCheck } from '#diagnostics/checks/processes.ts';
import { codesOf, diagnosticsContext } from '#support/diagnostics-context.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const NOW = Date.UTC(2026, 0, 10);

it.skipIf(process.platform !== 'linux')('memory and open files of a process are shown', async () => {
  const { facts, findings } = await processesCheck.run(diagnosticsContext({ stationPid: process.pid }));
  expect(facts.map(({ name, of }) => [name, of])).toEqual([
    ['memory', 'station'],
    ['openFiles', 'station'],
    ['fileLimit', 'station'],
  ]);
  expect(codesOf({ findings })).not.toContain('files-nearly-used-up');
});

it('a process with much memory that has used up its files is warned of', async () => {
  const processFolder = temporaryFolder();
  mkdirSync(join(processFolder, '7/fd'), { recursive: true });
  for (let file = 0; file < 9; file += 1) writeFileSync(join(processFolder, '7/fd', String(file)), '');
  writeFileSync(join(processFolder, '7/status'), 'Name:\tnode\nVmRSS:\t 2097152 kB\n');
  writeFileSync(join(processFolder, '7/limits'), 'Limit  Soft Limit\nMax open files            10        10        files\n');
  const { findings } = await processesCheck.run(diagnosticsContext({ stationPid: 7, processFolder }));
  expect(codesOf({ findings })).toEqual(['memory-large', 'files-nearly-used-up']);
});

it('a process that has ended says nothing', async () => {
  const outcome = await processesCheck.run(diagnosticsContext({ stationPid: 7, processFolder: temporaryFolder() }));
  expect(outcome).toEqual({ facts: [], findings: [] });
});

function logged(lines: object[]) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'logs/controller.log'), lines.map((line) => `${JSON.stringify(line)}\n`).join('') + 'no JSON\n');
  return diagnosticsContext({ folder, now: () => NOW, runProgram: async () => undefined });
}

it('errors and failures of the last day are counted, and the newest is first', async () => {
  const context = logged([
    { level: 50, time: NOW - 30 * 3_600_000, msg: 'too old' },
    { level: 40, time: NOW - 1, msg: 'a warning' },
    { level: 50, time: NOW - 2_000, msg: 'no paper', err: { message: 'token: Bearer abcdefghijkl' } },
    { level: 60, time: NOW - 1_000, msg: 'ended' },
  ]);
  expect(await errorsCheck.run(context)).toEqual({
    facts: [
      { name: 'errorCount', value: 2 },
      { name: 'lastError', of: '2026-01-09T23:59:59.000Z', value: 'ended' },
      { name: 'lastError', of: '2026-01-09T23:59:58.000Z', value: 'no paper: token: Bearer [hidden]' },
    ],
    findings: [
      { code: 'ended-recently', state: 'warning', parameters: { count: 1 } },
      { code: 'errors-recent', state: 'warning', parameters: { count: 1 } },
    ],
  });
});

it('a log without errors has no finding, and no log is unknown', async () => {
  expect(codesOf(await errorsCheck.run(logged([{ level: 30, time: NOW, msg: 'started' }])))).toEqual([]);
  expect(codesOf(await errorsCheck.run(diagnosticsContext({ runProgram: async () => undefined })))).toEqual(['no-log']);
});

it('what the system logs of the services is read too', async () => {
  const line = JSON.stringify({ level: 50, time: Date.now(), msg: 'from the system' });
  const context = diagnosticsContext({ runProgram: async (command) => (command === 'journalctl' ? `${line}\n` : undefined) });
  expect(codesOf(await errorsCheck.run(context))).toEqual(['errors-recent']);
});
