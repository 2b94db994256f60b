import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childProcessLauncher } from '#station/embedded/child-process-launcher.ts';
import { launchFlags, type ControllerProcess } from '#station/embedded/launcher.ts';

const LAUNCHER = join(import.meta.dirname, '../../../../../electron/station/embedded/child-process-launcher.ts');

function launch(script: string, { isSafeMode = false, isDataRequired = false, stopLimit = 5_000 } = {}): ControllerProcess {
  return childProcessLauncher({ command: process.execPath, args: ['-e', script, '--'], stopLimit }).launch({ isSafeMode, isDataRequired });
}

const firstLine = (started: ControllerProcess): Promise<string> => new Promise((resolve) => started.onLine(resolve));
const exit = (started: ControllerProcess): Promise<number | null> => new Promise((resolve) => started.onExit(resolve));

describe('a child process', () => {
  it('reports its last line before its exit', async () => {
    const told: unknown[] = [];
    const started = launch('console.log("one"); console.log("two"); process.exit(4)');
    started.onLine((line) => told.push(line));
    told.push(await exit(started));
    expect(told).toEqual(['one', 'two', 4]);
  });

  it('gets a flag for safe mode', async () => {
    const started = launch('console.log(process.argv.at(-1))', { isSafeMode: true });
    await expect(firstLine(started)).resolves.toBe('--safe-mode');
    await exit(started);
  });

  it('gets a flag that requires its data', async () => {
    const started = launch('console.log(process.argv.at(-1))', { isDataRequired: true });
    await expect(firstLine(started)).resolves.toBe('--require-data');
    await exit(started);
  });

  it('gets the hash of the key of its station', () => {
    expect(launchFlags({ isSafeMode: false, isDataRequired: false, keyHash: 'abc' })).toEqual(['--station-key-hash', 'abc']);
  });

  it('ends when it is asked to', async () => {
    const started = launch('process.on("SIGTERM", () => process.exit(0)); console.log("up"); setInterval(() => {}, 1000)');
    await firstLine(started);
    const code = exit(started);
    await started.stop();
    await expect(code).resolves.toBe(0);
  });

  it('is killed when it does not end in time', async () => {
    const started = launch('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)', { stopLimit: 50 });
    await firstLine(started);
    const code = exit(started);
    await started.stop();
    await expect(code).resolves.toBeNull();
  });

  it('that cannot be started reports its exit', async () => {
    const started = childProcessLauncher({ command: '/nonexistent/program', args: [] }).launch({
      isSafeMode: false,
      isDataRequired: false,
    });
    await expect(exit(started)).resolves.toBeNull();
    await started.stop();
  });

  it('that the system refuses at once reports its exit, as on Windows while a virus scanner has the program open', async () => {
    // `spawn` throws for an argument of this length.
    const started = childProcessLauncher({ command: process.execPath, args: ['x'.repeat(4_000_000)] }).launch({
      isSafeMode: false,
      isDataRequired: false,
    });
    started.onLine(() => undefined);
    await expect(exit(started)).resolves.toBeNull();
    await started.stop();
  });

  it('B5 that cannot be started for lack of file descriptors reports its exit', async () => {
    const program = `
      import { openSync } from 'node:fs';
      import { childProcessLauncher } from ${JSON.stringify(LAUNCHER)};
      const launcher = childProcessLauncher({ command: process.execPath, args: [] });
      try { for (;;) openSync('/dev/null'); } catch {}
      const started = launcher.launch({ isSafeMode: false, isDataRequired: false });
      started.onLine(() => undefined);
      started.onExit((code) => console.log('gone', code));
    `;
    const args = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', program];
    const told: unknown[] = [];
    const host = childProcessLauncher({ command: 'sh', args }).launch({ isSafeMode: false, isDataRequired: false });
    host.onLine((line) => told.push(line));
    told.push(await exit(host));
    expect(told).toEqual(['gone null', 0]);
  });
});
