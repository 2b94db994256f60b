import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchHeartbeat, type PageHeartbeatOptions } from '#shell/page-heartbeat.ts';

function watchedPage() {
  const ipc = new EventEmitter();
  const state = { isHung: false, isCrashed: false, isLoading: false, origin: 'app://strobe' };
  const page = {
    isDestroyed: () => false,
    isCrashed: () => state.isCrashed,
    isLoadingMainFrame: () => state.isLoading,
    send: vi.fn(() => {
      if (!state.isHung) ipc.emit('strobe:pong', { sender: page, senderFrame: { parent: null, origin: state.origin } });
    }),
  };
  const onHang = vi.fn();
  const stop = watchHeartbeat({
    ipc: ipc as unknown as PageHeartbeatOptions['ipc'],
    page: page as unknown as PageHeartbeatOptions['page'],
    onHang,
  });
  return { state, page, onHang, stop };
}

describe('a page that no person touches', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is not taken for hanging while it answers', () => {
    const { page, onHang } = watchedPage();
    vi.advanceTimersByTime(3_600_000);
    expect([page.send.mock.calls.length, onHang.mock.calls.length]).toEqual([720, 0]);
  });

  it('is found to hang after three pings without an answer, and not earlier', () => {
    const { state, onHang } = watchedPage();
    vi.advanceTimersByTime(5_000);
    state.isHung = true;
    vi.advanceTimersByTime(15_000);
    expect(onHang).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(onHang).toHaveBeenCalledOnce();
  });

  it('is not taken for hanging when it answers again in time', () => {
    const { state, onHang } = watchedPage();
    for (let time = 0; time < 10; time += 1) {
      state.isHung = true;
      vi.advanceTimersByTime(10_000);
      state.isHung = false;
      vi.advanceTimersByTime(5_000);
    }
    expect(onHang).not.toHaveBeenCalled();
  });

  it.each(['isCrashed', 'isLoading'] as const)('is not asked while it %s', (reason) => {
    const { state, page, onHang } = watchedPage();
    state[reason] = true;
    state.isHung = true;
    vi.advanceTimersByTime(600_000);
    expect([page.send.mock.calls.length, onHang.mock.calls.length]).toEqual([0, 0]);
  });

  it('cannot be answered for by another site', () => {
    const { state, onHang } = watchedPage();
    state.origin = 'https://evil.example';
    vi.advanceTimersByTime(20_000);
    expect(onHang).toHaveBeenCalledOnce();
  });

  it('is not asked after the shutdown', () => {
    const { page, stop } = watchedPage();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(page.send).not.toHaveBeenCalled();
  });
});
