import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { healthSchema } from '#contract/api-v3/health.ts';
import { STATION_OPTIONS } from '#station/process/station-flags.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { startController } from '#support/controller-process.ts';
import { runStation, startStation, type StationProcess } from '#support/station-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { connectionWhen, printerWhen } from '#support/watch.ts';

const running: StationProcess[] = [];

afterEach(async () => {
  for (const station of running.splice(0)) await station.stop();
});

async function start(...args: Parameters<typeof startStation>): Promise<StationProcess> {
  const station = await startStation(...args);
  running.push(station);
  return station;
}

const health = async (url: string) => healthSchema.parse(await (await fetch(`${url}/healthz`)).json());
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the headless station', () => {
  it('runs an embedded controller and stops it', async () => {
    const station = await startStation();
    const client = await station.connect();
    const { url } = await connectionWhen(client, ({ embedded, state }) => embedded && state === 'online');
    const { pid } = await health(url);
    await expect(station.stop()).resolves.toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('reports a killed controller as lost, and recovers with the same counters', async () => {
    const client = await (await start()).connect();
    const { id, url } = await connectionWhen(client, ({ state }) => state === 'online');
    const before = await printerWhen(client, ({ counters }) => counters !== null);
    process.kill((await health(url)).pid, 'SIGKILL');
    const lost = await connectionWhen(client, (connection) => connection.id === id && connection.state === 'lost');
    expect(lost.reason).toBe('The controller was killed or could not be started; it is being restarted.');
    await connectionWhen(client, (connection) => connection.id === id && connection.state === 'online');
    const after = await printerWhen(client, (printer) => printer.name === before.name && printer.missedPolls === 0);
    expect(after.counters).toEqual(before.counters);
  });

  it('A10 leaves the line printing when it is killed, and adopts the controller after a restart', async () => {
    const dataFolder = temporaryFolder();
    const first = await startStation({ dataFolder });
    const { url } = await connectionWhen(await first.connect(), ({ state }) => state === 'online');
    const { pid } = await health(url);
    await first.kill();
    const second = await start({ dataFolder });
    const adopted = await connectionWhen(await second.connect(), ({ state }) => state === 'online');
    expect((await health(adopted.url)).pid).toBe(pid);
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('connects to a controller that the system runs, never starts one, and follows its restarts', async () => {
    const dataFolder = temporaryFolder();
    const controllerFolder = join(dataFolder, 'controller');
    const client = await (await start({ dataFolder, flags: ['--controller-service'] })).connect();
    const waiting = await connectionWhen(client, ({ embedded, reason }) => embedded && reason !== null);
    expect(waiting.reason).toBe(
      'The controller does not run: the system has not started its service (exit code 13); it is being restarted.',
    );
    expect(existsSync(controllerFolder)).toBe(false);
    for (let start = 1; start <= 2; start += 1) {
      const service = await startController({ dataFolder: controllerFolder, flags: ['--virtual-printers', '1'] });
      const { url } = await connectionWhen(client, ({ embedded, state }) => embedded && state === 'online');
      expect(url).toBe(service.url);
      await service.stop();
      await connectionWhen(client, ({ embedded, state }) => embedded && state === 'lost');
    }
  });

  it('shares a controller with another station', async () => {
    const one = await start();
    const { url } = await connectionWhen(await one.connect(), ({ state }) => state === 'online');
    const two = await start({ flags: ['--no-embedded', '--controller', url] });
    const seen = await printerWhen(await two.connect(), ({ status }) => status !== null);
    expect(seen.stale).toBe(false);
  });

  it('A13 refuses a data folder that another station has locked', async () => {
    const { dataFolder } = await start({ flags: ['--no-embedded'] });
    await expect(runStation('--data', dataFolder, '--port', '0')).resolves.toEqual({
      code: 4,
      stdout: '',
      stderr: `station: another station already uses the folder "${dataFolder}"\n`,
    });
  });

  it('ends with 1 and the reason when it cannot start, and leaves no controller', async () => {
    const dataFolder = temporaryFolder();
    const db = openStationDatabase(join(dataFolder, 'station.db'));
    // The database is read after the controller was started.
    await db.schema.dropTable('alarms').execute();
    await db.destroy();
    // The output ends after the controller, which writes to it too, has ended.
    const { code, stdout, stderr } = await runStation('--data', dataFolder, '--port', '0', '--controller-port', '0');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/AlarmStore\.list.*\nstation: no such table: alarms/s);
  });

  it('reports in one line that its port is in use', async () => {
    const { url } = await start({ flags: ['--no-embedded'] });
    const { port } = new URL(url);
    await expect(runStation('--data', temporaryFolder(), '--no-embedded', '--port', port)).resolves.toEqual({
      code: 5,
      stdout: '',
      stderr: `station: another program uses port ${port}\n`,
    });
  });

  it('prints its help, and starts nothing', async () => {
    const { code, stdout, stderr } = await runStation('--help', '--data', '/dev/null');
    const told = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag);
    expect([code, stderr, told]).toEqual([0, '', [...Object.keys(STATION_OPTIONS), 'help']]);
  });

  it.each([
    [['--port', 'x'], '--port needs a port from 0 to 65535, not "x"'],
    [['--controller-port', '65536'], '--controller-port needs a port from 0 to 65535, not "65536"'],
    [['--controller', 'ftp://x'], '--controller needs an address such as http://192.168.0.20:7311, not "ftp://x"'],
    [['--nonsense'], "Unknown option '--nonsense'; see --help"],
  ])(
    'refuses the flags %j with one clear line',
    async (args, line) => {
      await expect(runStation(...args)).resolves.toEqual({ code: 2, stdout: '', stderr: `station: ${line}\n` });
    },
    60_000,
  );
});
