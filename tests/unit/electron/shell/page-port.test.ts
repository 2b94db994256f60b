import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { offerPagePort, PAGE_PORT, PAGE_READY, type PagePortOptions } from '#shell/page-port.ts';

const TOP_FRAME = { parent: null, origin: 'app://strobe' };

function offeredPort() {
  const ipc = new EventEmitter();
  const page = { postMessage: vi.fn() };
  const attached: { close: ReturnType<typeof vi.fn> }[] = [];
  const attach = (port: unknown): void => void attached.push(port as { close: ReturnType<typeof vi.fn> });
  const createChannel = () => ({ port1: { close: vi.fn() }, port2: { side: 'page' } });
  const stop = offerPagePort({ ipc, page, createChannel, attach } as unknown as PagePortOptions);
  const ready = (senderFrame: unknown, sender: unknown = page) => ipc.emit(PAGE_READY, { sender, senderFrame });
  return { page, attached, ready, stop };
}

describe('the port to the station', () => {
  it('is handed to the page when it is ready', () => {
    const { page, attached, ready } = offeredPort();
    ready(TOP_FRAME);
    expect([page.postMessage.mock.calls, attached.length]).toEqual([[[PAGE_PORT, null, [{ side: 'page' }]]], 1]);
  });

  it.each([
    ['another origin', { parent: null, origin: 'https://evil.example' }],
    ['a frame within the page', { parent: TOP_FRAME, origin: 'app://strobe' }],
    ['a frame that is gone', null],
  ])('G1 is not handed to %s', (_who, frame) => {
    const { page, attached, ready } = offeredPort();
    ready(frame);
    expect([page.postMessage.mock.calls, attached]).toEqual([[], []]);
  });

  it('G1 is not handed to another window', () => {
    const { attached, ready } = offeredPort();
    ready(TOP_FRAME, {});
    expect(attached).toEqual([]);
  });

  it('is replaced when the page was loaded again, and the old one closed', () => {
    const { attached, ready } = offeredPort();
    ready(TOP_FRAME);
    ready(TOP_FRAME);
    expect(attached.map((port) => port.close.mock.calls.length)).toEqual([1, 0]);
  });

  it('is closed and offered no more at the end', () => {
    const { attached, ready, stop } = offeredPort();
    ready(TOP_FRAME);
    stop();
    ready(TOP_FRAME);
    expect(attached.map((port) => port.close.mock.calls.length)).toEqual([1]);
  });
});
