import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findStartAddress } from '#station/sign-in/start-file.ts';
import { openStationSocket, signIn, signInTo, type SignedIn } from '#support/sign-in.ts';
import { runStation, startStation, type StationProcess } from '#support/station-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const running: StationProcess[] = [];

afterEach(async () => {
  for (const station of running.splice(0)) await station.stop();
});

async function start(options: Parameters<typeof startStation>[0] = {}): Promise<StationProcess> {
  const station = await startStation({ flags: ['--no-embedded'], ...options });
  running.push(station);
  return station;
}

const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> => (await fetch(url, { headers })).status;
const opens = async ({ url }: StationProcess, headers: Record<string, string>): Promise<boolean> => {
  const socket = await openStationSocket(url, headers).catch(() => undefined);
  socket?.close();
  return socket !== undefined;
};
const isSignedIn = async ({ url }: StationProcess, { headers }: SignedIn): Promise<boolean> =>
  (await statusOf(`${url}/session`, headers)) === 204;

describe('another program on the computer', () => {
  it.each([
    ['without an origin', () => ({})],
    ['with the origin of the page', (url: string) => ({ origin: url })],
    ['with another origin', () => ({ origin: 'http://127.0.0.1:1' })],
  ])('opens no WebSocket of the station %s', async (_name, headersFor) => {
    const station = await start();
    expect(await opens(station, headersFor(station.url))).toBe(false);
  });

  it('gets no files of controllers and no event log', async () => {
    const { url } = await start();
    const paths = [
      '/controllers/c/api/v3/tables/t',
      '/controllers/c/api/v3/labels/l/simulation',
      '/event-log.csv',
      '/languages/it.json',
      '/session',
    ];
    expect(await Promise.all(paths.map((path) => statusOf(url + path)))).toEqual(paths.map(() => 401));
  });

  it('finds no token in the served files', async () => {
    const { url, dataFolder } = await start();
    const token = findStartAddress(dataFolder)!.split('token=')[1]!;
    const page = await fetch(url);
    expect(JSON.stringify([await page.text(), [...page.headers]])).not.toContain(token);
  });

  it('cannot read the start file, whatever its mode was', async () => {
    const { dataFolder } = await start();
    expect(statSync(join(dataFolder, 'open-strobe.html')).mode & 0o777).toBe(0o600);
  });

  it('finds no secret in the database', async () => {
    const { dataFolder, signedIn, stop } = await start({ dataFolder: temporaryFolder() });
    running.pop();
    await stop();
    const bytes = ['station.db', 'station.db-wal'].map((name) => join(dataFolder, name)).filter(existsSync);
    expect(bytes.map((file) => readFileSync(file).includes(signedIn.cookie.value))).not.toContain(true);
  });
});

describe('a start address', () => {
  it('signs one browser in, and the next address another one', async () => {
    const station = await start();
    const first = findStartAddress(station.dataFolder)!;
    const one = await signIn(first);
    const two = await signInTo(station.dataFolder);
    expect([await opens(station, one.headers), await opens(station, two.headers), one.cookie.value === two.cookie.value]).toEqual([
      true,
      true,
      false,
    ]);
    await expect(signIn(first)).rejects.toThrow('401');
  });

  it('is accepted once when it is sent twice at the same time', async () => {
    const { dataFolder } = await start();
    const address = findStartAddress(dataFolder)!;
    const both = await Promise.allSettled([signIn(address), signIn(address)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is invalid after a restart, and browsers stay signed in', async () => {
    const dataFolder = temporaryFolder();
    const first = await start({ dataFolder });
    const { port } = new URL(first.url);
    const before = findStartAddress(dataFolder)!;
    running.pop();
    await first.stop();
    const second = await start({ dataFolder, port: Number(port) });
    expect([await isSignedIn(second, first.signedIn), await opens(second, first.signedIn.headers)]).toEqual([true, true]);
    await expect(signIn(before)).rejects.toThrow('401');
  });

  it('stays valid however many wrong tokens are tried', async () => {
    const { url, dataFolder } = await start();
    for (let count = 0; count < 20; count += 1) await signIn(`${url}/#token=wrong`).catch(() => undefined);
    await expect(signIn(`${url}/#token=wrong`)).rejects.toThrow('429');
    await expect(signInTo(dataFolder)).resolves.toBeDefined();
  });

  it('is printed on request while the station runs, and is removed with it', async () => {
    const { dataFolder, stop } = await start({ dataFolder: temporaryFolder() });
    const printed = await runStation('--data', dataFolder, '--print-url');
    expect(printed).toEqual({ code: 0, stdout: `${findStartAddress(dataFolder)}\n`, stderr: '' });
    running.pop();
    await stop();
    await expect(runStation('--data', dataFolder, '--print-url')).resolves.toEqual({
      code: 1,
      stdout: '',
      stderr: `station: no station is running on the folder "${dataFolder}"\n`,
    });
  });
});
