import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerPagePort, PAGE_PORT, PAGE_READY, type PagePortOptions } from '#shell/page-port.ts';

const TOP_FRAME = { parent: null, origin: 'app://strobe' };

class Port extends EventEmitter {
  close = vi.fn(() => this.emit('close'));
}

function offeredPort() {
  const ipc = new EventEmitter();
  const page = { postMessage: vi.fn(), isDestroyed: () => false, isCrashed: () => false, isLoadingMainFrame: vi.fn(() => false) };
  const attached: Port[] = [];
  const attach = (port: unknown): void => void attached.push(port as Port);
  const createChannel = () => ({ port1: new Port(), port2: { side: 'page' } });
  const stop = offerPagePort({ ipc, page, createChannel, attach } as unknown as PagePortOptions);
  const ready = (senderFrame: unknown, sender: unknown = page) => ipc.emit(PAGE_READY, { sender, senderFrame });
  return { page, attached, ready, stop };
}

describe('the port to the station', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is given to the page when it is ready', () => {
    const { page, attached, ready } = offeredPort();
    ready(TOP_FRAME);
    expect([page.postMessage.mock.calls, attached.length]).toEqual([[[PAGE_PORT, null, [{ side: 'page' }]]], 1]);
  });

  it.each([
    ['another origin', { parent: null, origin: 'https://evil.example' }],
    ['a frame within the page', { parent: TOP_FRAME, origin: 'app://strobe' }],
    ['a frame that is gone', null],
  ])('G1 is not given to %s', (_who, frame) => {
    const { page, attached, ready } = offeredPort();
    ready(frame);
    expect([page.postMessage.mock.calls, attached]).toEqual([[], []]);
  });

  it('G1 is not given to another window', () => {
    const { attached, ready } = offeredPort();
    ready(TOP_FRAME, {});
    expect(attached).toEqual([]);
  });

  it('is replaced and closed when the page is reloaded', () => {
    const { attached, ready } = offeredPort();
    ready(TOP_FRAME);
    ready(TOP_FRAME);
    vi.advanceTimersByTime(1000);
    expect(attached.map((port) => port.close.mock.calls.length)).toEqual([1, 0]);
  });

  it('is replaced when the page closes it', () => {
    const { page, attached, ready } = offeredPort();
    ready(TOP_FRAME);
    attached[0]?.emit('close');
    vi.advanceTimersByTime(250);
    expect([attached.length, page.postMessage.mock.calls.length]).toEqual([2, 2]);
  });

  it('is not replaced while the page is loading', () => {
    const { page, attached, ready } = offeredPort();
    ready(TOP_FRAME);
    page.isLoadingMainFrame.mockReturnValue(true);
    attached[0]?.emit('close');
    vi.advanceTimersByTime(250);
    expect(attached.length).toBe(1);
  });

  it('is closed at the shutdown', () => {
    const { attached, ready, stop } = offeredPort();
    ready(TOP_FRAME);
    stop();
    ready(TOP_FRAME);
    vi.advanceTimersByTime(1000);
    expect(attached.map((port) => port.close.mock.calls.length)).toEqual([1]);
  });
});
