import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { UtilityProcess } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { utilityProcessLauncher } from '#shell/controller-process.ts';

const ALREADY_RUNNING = ['controller already running on http://127.0.0.1:7311', 'controller ended with 4'];

function launched(isSafeMode = false) {
  const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), postMessage: vi.fn(), kill: vi.fn() });
  const fork = vi.fn(() => child as unknown as UtilityProcess);
  const process = utilityProcessLauncher({ fork, args: ['--data', 'x'] }).launch({ isSafeMode, isDataRequired: false });
  const exit = (code: number) => {
    child.stdout.end();
    goes(code);
  };
  /** Emits the exit like Electron's `utilityProcess`, which removes all listeners of the output. */
  const goes = (code: number) => {
    child.emit('exit', code);
    child.stdout.removeAllListeners();
  };
  return { child, fork, process, exit, goes };
}

describe('the controller as a utility process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it("gets the station's flags, and that of safe mode", () => {
    expect([launched().fork.mock.calls, launched(true).fork.mock.calls]).toEqual([[[['--data', 'x']]], [[['--data', 'x', '--safe-mode']]]]);
  });

  it('reports its lines before its exit', async () => {
    const { child, process, exit } = launched();
    const told: unknown[] = [];
    process.onLine((line) => told.push(line));
    const gone = new Promise<void>((resolve) => process.onExit((code) => resolve(void told.push(code))));
    for (const line of ALREADY_RUNNING) child.stdout.write(`${line}\n`);
    exit(4);
    await gone;
    expect(told).toEqual([...ALREADY_RUNNING, 4]);
  });

  it('reports no exit code after a signal, whose number Electron reports instead', async () => {
    const { child, process, exit } = launched();
    process.onLine(() => undefined);
    const gone = new Promise((resolve) => process.onExit(resolve));
    child.stdout.write('controller listening on http://127.0.0.1:7311\n');
    exit(9);
    await expect(gone).resolves.toBeNull();
  });

  it('reports its last line before its exit also when Electron reports the exit first', async () => {
    const { child, process, goes } = launched();
    const told: unknown[] = [];
    process.onLine((line) => told.push(line));
    const gone = new Promise<void>((resolve) => process.onExit((code) => resolve(void told.push(code))));
    child.stdout.write(ALREADY_RUNNING.join('\n').slice(0, 20));
    goes(4);
    // The rest of the pipe arrives in a later iteration of the event loop.
    await new Promise((resolve) => void setImmediate(resolve));
    child.stdout.end(`${ALREADY_RUNNING.join('\n').slice(20)}\n`);
    await gone;
    expect(told).toEqual([...ALREADY_RUNNING, 4]);
  });

  it('reports its exit without the end of its output', async () => {
    const { process, goes } = launched();
    process.onLine(() => undefined);
    const gone = new Promise((resolve) => process.onExit(resolve));
    goes(9);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(gone).resolves.toBeNull();
  });

  it('is asked to end, and not killed when it does', async () => {
    const { child, process, exit } = launched();
    process.onLine(() => undefined);
    const stopped = process.stop();
    exit(0);
    await stopped;
    vi.advanceTimersByTime(20_000);
    expect([child.postMessage.mock.calls, child.kill.mock.calls]).toEqual([[['stop']], []]);
  });

  it('is killed after ten seconds', () => {
    const { child, process } = launched();
    void process.stop();
    vi.advanceTimersByTime(10_000);
    expect(child.kill).toHaveBeenCalledOnce();
  });
});
