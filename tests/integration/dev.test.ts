import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_PATH } from '#contract/station/sign-in.ts';
import { ownChild } from '#support/own-children.ts';
import { openStationSocket, signIn, type SignedIn } from '#support/sign-in.ts';
import { untilHolds } from '#support/until-holds.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('npm run dev', () => {
  let folder: string;
  let child: ChildProcess;
  let ended: Promise<unknown[]>;
  const lines: string[] = [];
  let origin: string;
  let browser: SignedIn;

  const startAddresses = (): string[] => lines.flatMap((line) => /^open it once at (http:\S+)$/.exec(line)?.[1] ?? []);
  const controller = (): { pid: number } => JSON.parse(readFileSync(join(folder, 'controller/controller.json'), 'utf8')) as { pid: number };
  const askSession = (headers: Record<string, string>): Promise<number> =>
    fetch(origin + SESSION_PATH, { headers: { cookie: browser.headers.cookie, ...headers } }).then(({ status }) => status);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'strobe-dev-'));
    const flags = ['--data', folder, '--port', '0', '--station-port', '0', '--controller-port', '0'];
    child = ownChild(spawn(process.execPath, [join(ROOT, 'build/scripts/dev.ts'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] }));
    ended = once(child, 'close');
    createInterface(child.stdout!).on('line', (line) => lines.push(line));
    await untilHolds(() => expect(startAddresses()).toHaveLength(1));
    const [address = ''] = startAddresses();
    origin = new URL(address).origin;
    browser = await signIn(address);
  });

  afterAll(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves the page from its sources, by Vite', async () => {
    const [document, entry] = await Promise.all(['/', '/main.ts'].map(async (path) => (await fetch(origin + path)).text()));
    expect([document, entry]).toEqual([expect.stringContaining('/@vite/client'), expect.stringContaining('/App.vue')]);
  });

  it('passes on what is the station’s to a browser that has signed in', async () => {
    const socket = await openStationSocket(origin, browser.headers);
    socket.close();
    expect(await askSession({})).toBe(204);
  });

  it('leaves it to the station to refuse another origin and a browser that has not signed in', async () => {
    expect([await askSession({ origin: 'http://evil.example' }), await askSession({ cookie: '' })]).toEqual([403, 401]);
  });

  it('starts station and controller again when their code changes, at the same address and for the same browsers', async () => {
    const before = (await untilHolds(controller)).pid;
    const now = new Date();
    utimesSync(join(ROOT, 'electron/headless.ts'), now, now);
    await untilHolds(() => expect(startAddresses()).toHaveLength(2));
    expect(new URL(startAddresses()[1]!).origin).toBe(origin);
    await untilHolds(() => expect(controller().pid).not.toBe(before));
    expect(await askSession({})).toBe(204);
  });

  it('ends in order', async () => {
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
