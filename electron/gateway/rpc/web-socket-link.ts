import type { PageLink } from './page-link.ts';

/** The part of the `ws` package's WebSocket that is used. */
export interface ServerWebSocket {
  readonly bufferedAmount: number;
  send(data: string, sent: (error?: Error | null) => void): void;
  ping(): void;
  terminate(): void;
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): unknown;
  on(event: 'pong' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

const HIGH_WATER_BYTES = 1024 * 1024;
/** The link is closed when more is unsent: the page sends calls without reading the answers. */
const LIMIT_BYTES = 64 * 1024 * 1024;
const PING_INTERVAL = 15_000;

/** The link to a page in a browser. It closes when two pings are unanswered; the feeds of a page that reads slowly wait. */
export function webSocketLink(socket: ServerWebSocket): PageLink {
  const waiting = new Set<() => void>();
  let isAlive = true;
  const release = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const pinging = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_INTERVAL);
  socket.on('pong', () => (isAlive = true));
  socket.on('close', () => {
    clearInterval(pinging);
    release();
  });
  socket.on('error', () => socket.terminate());
  return {
    post: (frame) => {
      if (socket.bufferedAmount > LIMIT_BYTES) return socket.terminate();
      socket.send(frame, () => {
        if (socket.bufferedAmount < HIGH_WATER_BYTES) release();
      });
    },
    close: () => socket.terminate(),
    onFrame: (listener) =>
      socket.on('message', (data, isBinary) => {
        isAlive = true;
        listener(isBinary ? undefined : textOf(data));
      }),
    onClose: (listener) => socket.on('close', listener),
    ready: () => {
      if (socket.bufferedAmount < HIGH_WATER_BYTES) return Promise.resolve();
      return new Promise((resolve) => waiting.add(resolve));
    },
  };
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}
