import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import { isPage } from './page-port.ts';

/** The channels of the heartbeat: asked by the main process, answered by the preload script, which runs in the page's own thread. */
export const PAGE_PING = 'strobe:ping';
export const PAGE_PONG = 'strobe:pong';

/** Milliseconds between two pings. */
const INTERVAL = 5_000;
/** Pings in a row without an answer after which the page hangs. After the computer has slept, one may be late. */
const MISSED = 3;

export interface PageHeartbeatOptions {
  ipc: Pick<IpcMain, 'on' | 'off'>;
  page: WebContents;
  /** Called once for a page that hangs. */
  onHang: () => void;
}

/**
 * Notices a page that hangs although no person uses it: Chromium's `unresponsive` comes only after a press that is not handled, and the screen of a line
 * may not be touched for hours. The returned function stops it.
 */
export function watchHeartbeat({ ipc, page, onHang }: PageHeartbeatOptions): () => void {
  let missed = 0;
  const answered = (event: IpcMainEvent): void => {
    if (isPage(event, page)) missed = 0;
  };
  const ping = (): void => {
    if (page.isDestroyed() || page.isCrashed() || page.isLoadingMainFrame()) {
      missed = 0;
      return;
    }
    if (missed === MISSED) onHang();
    missed = missed === MISSED ? 0 : missed + 1;
    page.send(PAGE_PING);
  };
  ipc.on(PAGE_PONG, answered);
  const timer = setInterval(ping, INTERVAL);
  return () => {
    clearInterval(timer);
    ipc.off(PAGE_PONG, answered);
  };
}
