import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { healthSchema } from '#contract/api-v3/health.ts';
import { startController, type ControllerProcess, type StartControllerOptions } from '#support/controller-process.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { connectionWhen } from '#support/watch.ts';
import { Customer } from '../faults/kills/customer.ts';
import { Judge } from '../faults/kills/judge.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';
import { whyNotRecorded } from '../faults/power/record.ts';

/** Generous, since programs are started on a machine that may be busy. */
const DISK_FAILED = 6;
const why = whyNotRecorded();
/** Two printers that share their serials. */
const LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 600, bufferDepth: 8, isColor: false },
];
/** Syncs that succeed: those of the start and of some prints. */
const GOOD_SYNCS = 60;

const running: (ControllerProcess | StationProcess)[] = [];
afterEach(async () => {
  for (const program of running.splice(0)) await program.kill();
});

/** Limits the file size of the process to that of its WAL: the next commit fails with EFBIG after a partial write. */
function forbidGrowth(pid: number, dataFolder: string): void {
  const { size } = statSync(join(dataFolder, 'controller.db-wal'));
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${size + 1_000}:`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`prlimit failed: ${stderr}`);
}

/** Prints serials until the disk fails, and compares the acknowledged prints with the marks of the engines, also after the next start. */
async function suffer(under: StartControllerOptions, breakDisk: (controller: ControllerProcess) => void): Promise<number | null> {
  const dataFolder = temporaryFolder();
  await furnishFolder(dataFolder, LINES);
  const judge = new Judge(dataFolder, LINES);
  const first = await startController({ dataFolder, flags: ['--empty'], ...under });
  running.push(first);
  await selectSerials(first.url, LINES);
  const customers = LINES.map(({ printer }, place) => new Customer(first.url, { printer, name: `customer-${place}` }));
  const triggering = Promise.all(customers.map((customer) => customer.trigger()));
  await judge.freshMarks(4);
  breakDisk(first);
  const code = await first.ended;
  await triggering;
  judge.afterKill(customers.flatMap(({ acknowledged }) => acknowledged));
  const second = await startController({ dataFolder, flags: ['--empty'] });
  running.push(second);
  await judge.afterRestart();
  const answers = await Promise.all(LINES.map(({ printer }) => fetch(`${printerUrl(second.url, printer)}/trigger`, { method: 'POST' })));
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(await second.stop()).toBe(0);
  judge.atTheEnd();
  return code;
}

describe('a disk that fails', () => {
  it('B3 at a write ends the controller with 6; nothing of that commit was acknowledged, and the next start reconciles', async () => {
    expect(await suffer({}, ({ pid, dataFolder }) => forbidGrowth(pid, dataFolder))).toBe(DISK_FAILED);
  });

  it.skipIf(why !== undefined)(
    `B3 by a sync ends the controller with 6; nothing of that commit was acknowledged, and the next start reconciles${why === undefined ? '' : `: ${why}`}`,
    async () => {
      const failing = `inject=fsync,fdatasync:error=EIO:when=${GOOD_SYNCS}+`;
      const under = ['strace', '-f', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', failing];
      expect(await suffer({ under }, () => undefined)).toBe(DISK_FAILED);
    },
  );

  it('B3 is an alarm at the station, which restarts the controller', async () => {
    const station = await startStation();
    running.push(station);
    const client = await station.connect();
    const { id, url } = await connectionWhen(client, ({ embedded, state }) => embedded && state === 'online');
    const { pid } = healthSchema.parse(await (await fetch(`${url}/healthz`)).json());
    forbidGrowth(pid, join(station.dataFolder, 'controller'));
    const put = (value: string) =>
      fetch(`${url}/api/v3/variables/Batch`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value }),
      });
    await expect(put('x'.repeat(2_000))).rejects.toThrow('fetch failed');
    const lost = await connectionWhen(client, (connection) => connection.id === id && connection.state === 'lost');
    expect(lost.reason).toBe(
      'The controller stopped printing because its disk lost data that had been written (exit code 6); it is being restarted.',
    );
    await connectionWhen(client, (connection) => connection.id === id && connection.state === 'online');
    const { url: again } = await connectionWhen(client, ({ embedded, state }) => embedded && state === 'online');
    expect(healthSchema.parse(await (await fetch(`${again}/healthz`)).json()).pid).not.toBe(pid);
    expect(await station.stop()).toBe(0);
  });
});
