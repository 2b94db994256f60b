import { describe, expect, it } from 'vitest';
import { childProcessLauncher } from '#station/embedded/child-process-launcher.ts';
import type { ControllerProcess } from '#station/embedded/launcher.ts';

function launch(script: string, { isSafeMode = false, stopLimit = 5_000 } = {}): ControllerProcess {
  return childProcessLauncher({ command: process.execPath, args: ['-e', script, '--'], stopLimit }).launch({ isSafeMode });
}

const firstLine = (started: ControllerProcess): Promise<string> => new Promise((resolve) => started.onLine(resolve));
const exit = (started: ControllerProcess): Promise<number | null> => new Promise((resolve) => started.onExit(resolve));

describe('a child process', () => {
  it('gives its last line before its exit', async () => {
    const told: unknown[] = [];
    const started = launch('console.log("one"); console.log("two"); process.exit(4)');
    started.onLine((line) => told.push(line));
    told.push(await exit(started));
    expect(told).toEqual(['one', 'two', 4]);
  });

  it('is told to be read only by a flag', async () => {
    const started = launch('console.log(process.argv.at(-1))', { isSafeMode: true });
    await expect(firstLine(started)).resolves.toBe('--safe-mode');
    await exit(started);
  });

  it('ends in order when it is asked to', async () => {
    const started = launch('process.on("SIGTERM", () => process.exit(0)); console.log("up"); setInterval(() => {}, 1000)');
    await firstLine(started);
    const code = exit(started);
    await started.stop();
    await expect(code).resolves.toBe(0);
  });

  it('is ended by force when it does not', async () => {
    const started = launch('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)', { stopLimit: 50 });
    await firstLine(started);
    const code = exit(started);
    await started.stop();
    await expect(code).resolves.toBeNull();
  });

  it('that cannot be started is gone', async () => {
    const started = childProcessLauncher({ command: '/nonexistent/program', args: [] }).launch({ isSafeMode: false });
    await expect(exit(started)).resolves.toBeNull();
    await started.stop();
  });
});
