import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageRecovery } from '#shell/page-recovery.ts';

function watchedPage() {
  const page = Object.assign(new EventEmitter(), {
    loadURL: vi.fn(() => Promise.resolve()),
    forcefullyCrashRenderer: vi.fn(),
    isDestroyed: () => false,
  });
  const lines: string[] = [];
  const recovery = new PageRecovery(page as unknown as ConstructorParameters<typeof PageRecovery>[0], (line) => lines.push(line));
  recovery.start();
  return { page, recovery, lines, crash: () => page.emit('render-process-gone', {}, { reason: 'crashed' }) };
}

describe('A10 a page that fails', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is loaded again after a crash', () => {
    const { page, lines, crash } = watchedPage();
    crash();
    vi.advanceTimersByTime(250);
    expect([page.loadURL.mock.calls.length, lines]).toEqual([1, ['The page ended (crashed). Loading it again in 250 ms.']]);
  });

  it('is loaded again with the view that it showed, within the station’s page only', () => {
    const { page, crash } = watchedPage();
    page.emit('did-navigate', {}, 'app://strobe/');
    page.emit('did-navigate-in-page', {}, 'app://strobe/printers/c-1/Line%201?tab=history', true);
    page.emit('did-navigate-in-page', {}, 'app://strobe/inner', false);
    page.emit('did-navigate', {}, 'chrome-error://chromewebdata/');
    crash();
    vi.advanceTimersByTime(250);
    expect(page.loadURL.mock.calls).toEqual([['app://strobe/printers/c-1/Line%201?tab=history']]);
  });

  it('H30 is loaded again with delays of ten seconds at most', () => {
    const { page, crash } = watchedPage();
    const waits = Array.from({ length: 7 }, () => {
      const before = page.loadURL.mock.calls.length;
      crash();
      let waited = 0;
      while (page.loadURL.mock.calls.length === before) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      return waited;
    });
    expect(waits).toEqual([250, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('is loaded again at once after it has run for a minute', () => {
    const { page, crash } = watchedPage();
    for (let crashes = 0; crashes < 4; crashes += 1) {
      crash();
      vi.advanceTimersByTime(8000);
    }
    page.emit('did-finish-load');
    vi.advanceTimersByTime(60_000);
    page.loadURL.mockClear();
    crash();
    vi.advanceTimersByTime(250);
    expect(page.loadURL).toHaveBeenCalledOnce();
  });

  it('is loaded again after a failed load, but not for an inner frame or an aborted load', () => {
    const { page } = watchedPage();
    page.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://strobe/', true);
    page.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://strobe/', false);
    vi.advanceTimersByTime(20_000);
    expect(page.loadURL).not.toHaveBeenCalled();
    page.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://strobe/', true);
    vi.advanceTimersByTime(250);
    expect(page.loadURL).toHaveBeenCalledOnce();
  });

  it('is killed when it hangs, unless it responds again', () => {
    const { page } = watchedPage();
    page.emit('unresponsive');
    vi.advanceTimersByTime(2999);
    page.emit('responsive');
    vi.advanceTimersByTime(10_000);
    expect(page.forcefullyCrashRenderer).not.toHaveBeenCalled();
    page.emit('unresponsive');
    vi.advanceTimersByTime(3000);
    expect(page.forcefullyCrashRenderer).toHaveBeenCalledOnce();
  });

  it('is not loaded again after the shutdown', () => {
    const { page, recovery, crash } = watchedPage();
    crash();
    recovery.stop();
    crash();
    vi.advanceTimersByTime(20_000);
    expect(page.loadURL).not.toHaveBeenCalled();
  });
});
