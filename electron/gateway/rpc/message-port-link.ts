import { markFrame, readFrame } from './frames.ts';
import type { PageLink } from './page-link.ts';

/** What is needed of Electron's MessagePortMain, and of Node's MessagePort behind the same shape. */
export interface ServerMessagePort {
  postMessage(message: string): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

const WINDOW_CHARACTERS = 1024 * 1024;
/** A page that keeps asking and never reads is cut off here. */
const LIMIT_CHARACTERS = 64 * 1024 * 1024;
const MARK_EVERY_CHARACTERS = 64 * 1024;

/**
 * A page in the desktop app. A port tells nobody how much of what was posted is still unread, so marks are sent along and the
 * page echoes them: a page that hangs makes its feeds wait, not the station grow.
 */
export function messagePortLink(port: ServerMessagePort): PageLink {
  const waiting = new Set<() => void>();
  let posted = 0;
  let marked = -MARK_EVERY_CHARACTERS;
  let echoed: number | undefined;
  let isClosed = false;
  const isReady = (): boolean => isClosed || echoed === undefined || posted - echoed < WINDOW_CHARACTERS;
  const release = (): void => {
    if (!isReady()) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  port.on('close', () => {
    isClosed = true;
    release();
  });
  return {
    post: (frame) => {
      if (isClosed) return;
      if (echoed !== undefined && posted - echoed > LIMIT_CHARACTERS) return port.close();
      port.postMessage(frame);
      posted += frame.length;
      if (posted - marked < MARK_EVERY_CHARACTERS) return;
      marked = posted;
      port.postMessage(markFrame(posted));
    },
    close: () => port.close(),
    onFrame: (listener) => {
      port.on('message', ({ data }) => {
        const frame = typeof data === 'string' && data.startsWith('{"i":"#"') ? readFrame(data) : undefined;
        if (frame?.kind !== 'mark') return listener(data);
        echoed = Math.max(echoed ?? 0, Math.min(frame.value, posted));
        release();
      });
      port.start();
    },
    onClose: (listener) => port.on('close', listener),
    ready: () => (isReady() ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
  };
}
