import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CHECK_IDS, type CheckResult } from '#contract/station/diagnostics.ts';
import { runDoctorCommand } from '#diagnostics/doctor-command.ts';
import { openService } from '#support/open-service.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

async function doctor(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const io = { write: (line: string) => void lines.push(line), writeError: (line: string) => void errors.push(line), version: '0.0.0' };
  return { code: await runDoctorCommand(args, io), lines, errors };
}

it('says what to do about a folder that does not exist, and ends with 3', async () => {
  const folder = join(temporaryFolder(), 'gone');
  const { code, lines } = await doctor('--data', folder);
  expect(code).toBe(3);
  const at = lines.findIndex((line) => line.startsWith('FAULT    Disk'));
  expect(lines.slice(at + 1, at + 3)).toEqual([
    `         - The data folder ${folder} does not exist.`,
    '           What to do: Put the folder back, or mount its disk again. Check the folder that you named.',
  ]);
});

it('finds the controller that runs on a folder, and gives one result for each check', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'controller'));
  const service = await openService({ database: join(folder, 'controller/controller.db') });
  onTestFinished(() => service.close());
  writeFileSync(join(folder, 'controller/controller.json'), JSON.stringify({ url: service.url, pid: process.pid }));
  const { code, lines } = await doctor('--data', folder, '--json');
  const { state, results } = JSON.parse(lines.join('\n')) as { state: string; results: CheckResult[] };
  expect(results.map(({ id }) => id)).toEqual(CHECK_IDS);
  expect(results.find(({ id }) => id === 'readiness')).toMatchObject({ state: 'ok', facts: [{ name: 'ready', value: 1 }] });
  expect(results.find(({ id }) => id === 'printers')?.facts.map(({ of }) => of)).toEqual(['Line 1', 'Line 2']);
  expect([state, code]).toEqual(['warning', 0]);
});

it('the folder of a controller alone is enough, and a killed controller is not taken for one that runs', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'controller.db'), 'no database, and longer than nothing'.repeat(100));
  writeFileSync(join(folder, 'controller.json'), JSON.stringify({ url: 'http://127.0.0.1:9', pid: 1 }));
  const { code, lines } = await doctor('--data', folder);
  expect(code).toBe(3);
  expect(lines.filter((line) => line.startsWith('FAULT')).map((line) => line.slice(9, 23).trim())).toEqual([
    ...['Ready to print', 'Databases', 'Ports'],
  ]);
});

it('refuses wrong flags with 2, and explains itself', async () => {
  expect(await doctor()).toMatchObject({ code: 2, lines: [], errors: [expect.stringContaining('--data DIR is required')] });
  expect(await doctor('--data', '/x', '--fast')).toMatchObject({ code: 2, lines: [] });
  expect(await doctor('--help')).toMatchObject({ code: 0, lines: [expect.stringContaining('--json')] });
});
