import { markFrame, readFrame } from './frames.ts';
import type { PageLink } from './page-link.ts';

/** The part of Electron's MessagePortMain that is used. Node's MessagePort can be adapted to it. */
export interface ServerMessagePort {
  postMessage(message: string): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

const WINDOW_CHARACTERS = 1024 * 1024;
/** The link is closed when more is unread: the page sends calls without reading the answers. */
const LIMIT_CHARACTERS = 64 * 1024 * 1024;
const MARK_EVERY_CHARACTERS = 64 * 1024;

/**
 * The link to a page in the desktop app. A message port does not report how much of the posted data is unread, so the station sends marks that the
 * page echoes: the feeds of a page that hangs wait, and the station's memory does not grow.
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
