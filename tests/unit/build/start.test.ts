import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { DESKTOP, ensureBuilt, PAGE } from '../../../build/scripts/build.ts';

const START = fileURLToPath(new URL('../../../build/scripts/start.ts', import.meta.url));
const NO_DISPLAY = { DISPLAY: '', WAYLAND_DISPLAY: '', ELECTRON_OVERRIDE_DIST_PATH: '' };

/** Runs `npm start` and collects its output. */
class Start {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  lines: string[] = [];
  errors = '';

  constructor(flags: string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [START, ...flags], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    this.child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      this.lines = text.trim().split('\n');
    });
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** Waits for a line, and returns its first group. */
  async line(pattern: RegExp): Promise<string> {
    return untilHolds(() => {
      const match = this.lines.map((line) => pattern.exec(line)).find(Boolean);
      if (!match) throw new Error(`no line matches ${pattern}: ${this.lines.join(' | ')} ${this.errors}`);
      return match[1] ?? match[0];
    });
  }
}

describe('npm start', () => {
  let folder = '';
  let running: Start[] = [];
  const start = (flags: string[] = [], env: NodeJS.ProcessEnv = NO_DISPLAY): Start => {
    const started = new Start(['--data', join(folder, 'data'), '--controller-port', '0', ...flags], env);
    running.push(started);
    return started;
  };
  /** A stand-in for Electron or a browser, which are both started by path. */
  const program = (name: string, script: string): string => {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  };

  beforeAll(async () => {
    await ensureBuilt(PAGE);
    await ensureBuilt(DESKTOP);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'strobe-start-'));
    mkdirSync(join(folder, 'data'));
  });
  afterEach(async () => {
    for (const started of running) if (started.child.exitCode === null) started.child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    running = [];
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'runs the station headless where Electron cannot run, and ends in order at %s',
    async (signal) => {
      const started = start(['--port', '0']);
      const url = await started.line(/^The page is at (http:\S+)/);
      const page = await fetch(url);
      started.child.kill(signal);
      const code = await started.ended;
      expect({ lines: started.lines, page: page.status, code, after: await fetch(url).catch(() => 'gone') }).toEqual({
        lines: [
          'Electron is not available (there is no display), so the station runs headless.',
          `station listening on ${url}`,
          expect.stringMatching(/^open it once at http:\S+\/#token=[\w-]{43}$/),
          `The page is at ${url} (Ctrl-C ends the station).`,
          `Another browser of this computer is let in by ${join(folder, 'data', 'open-strobe.html')}.`,
        ],
        page: 200,
        code: 0,
        after: 'gone',
      });
    },
  );

  it('reports in one line that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const started = start(['--port', String(port)]);
    const code = await started.ended;
    other.close();
    expect([code, started.errors.trim()]).toEqual([5, `station: another program uses port ${port}`]);
  });

  it('reports an unknown flag in one line', async () => {
    const started = start(['--prot', '7310']);
    expect([await started.ended, started.errors.trim().split('\n')]).toEqual([2, [expect.stringContaining('--prot')]]);
  });

  it('opens the desktop app where Electron is installed', async () => {
    program('electron', `echo "$@" > "${join(folder, 'flags')}"; echo "station running in the desktop app"`);
    const started = start(['--kiosk'], { DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: folder });
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    expect([await started.ended, started.lines, readFileSync(join(folder, 'flags'), 'utf8').trim()]).toEqual([
      0,
      ['station running in the desktop app'],
      `${root} --data ${join(folder, 'data')} --controller-port 0 --kiosk`,
    ]);
  });

  it('runs headless when Electron cannot open its window, and shows the page in a browser', async () => {
    program('electron', 'exit 1');
    const args = join(folder, 'browser-args');
    const browser = program('browser', `echo "$@" > "${args}.new"; mv "${args}.new" "${args}"; exec sleep 600`);
    const started = start(['--port', '0', '--full-screen'], {
      DISPLAY: ':99',
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      STROBE_CHROMIUM: browser,
    });
    await started.line(/^Electron is not available \(its window could not be opened\)/);
    await untilHolds(() => expect(existsSync(args)).toBe(true));
    started.child.kill('SIGTERM');
    expect([await started.ended, readFileSync(args, 'utf8')]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^--app=file://${join(folder, 'data', 'open-strobe.html')} --user-data-dir=${join(folder, 'data', 'browser')} .*--start-fullscreen`,
        ),
      ),
    ]);
  });
});
