import type { FrameChannel } from './frame-channel.ts';

const PORT_MESSAGE = 'strobe:port';

declare global {
  interface Window {
    /** Set by the preload script of the desktop app, which then posts a message port to the page. */
    strobeDesktop?: { isDesktop: boolean };
  }
}

export function isDesktop(): boolean {
  return window.strobeDesktop?.isDesktop === true;
}

/** Collects the ports that the preload script posts from now on. Each port is taken once, the newest first. */
export function watchForPorts(): (signal: AbortSignal) => Promise<FrameChannel> {
  let handed: MessagePort | undefined;
  let takers: (() => void)[] = [];
  window.addEventListener('message', (event) => {
    if (event.source !== window || event.data !== PORT_MESSAGE || !event.ports[0]) return;
    handed = event.ports[0];
    for (const take of takers) take();
    takers = [];
  });

  return async function take(signal) {
    while (!handed) await nextPort(signal);
    const port = handed;
    handed = undefined;
    return channelOf(port);
  };

  function nextPort(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      takers.push(resolve);
      signal.addEventListener('abort', () => {
        reject(new Error('No message port was handed over in time.'));
      });
    });
  }
}

function channelOf(port: MessagePort): FrameChannel {
  const closed = new Set<() => void>();
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    port.close();
    for (const listener of closed) listener();
  };
  port.addEventListener('close', close);
  return {
    send: (frame) => {
      if (isClosed) throw new Error('The port is closed.');
      port.postMessage(frame);
    },
    onFrame: (listener) => {
      port.addEventListener('message', (event) => {
        listener(String(event.data));
      });
      port.start();
    },
    onClose: (listener) => {
      closed.add(listener);
    },
    close,
  };
}
