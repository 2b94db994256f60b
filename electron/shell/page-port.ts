import type { IpcMain, IpcMainEvent, MessagePortMain, WebContents } from 'electron';
import { PAGE_ORIGIN } from './page-address.ts';

/** The only channel between preload and main process: the page says that it is ready, the answer is a port. */
export const PAGE_READY = 'strobe:ready';
export const PAGE_PORT = 'strobe:port';

export interface PagePortOptions {
  ipc: Pick<IpcMain, 'on' | 'off'>;
  page: WebContents;
  createChannel: () => { port1: MessagePortMain; port2: MessagePortMain };
  /** Takes the station's end of the way to a page that has loaded. */
  attach: (port: MessagePortMain) => void;
}

/** A page that gave up its port has so long to look for itself before it is handed another. */
const NEXT_PORT = 250;

/**
 * Hands every load of the page a port to the station, and another when the page gave one up as dead; nobody else gets one.
 * Returns what ends it.
 */
export function offerPagePort({ ipc, page, createChannel, attach }: PagePortOptions): () => void {
  let current: MessagePortMain | undefined;
  let next: NodeJS.Timeout | undefined;
  const hand = (): void => {
    clearTimeout(next);
    const { port1, port2 } = createChannel();
    const before = current;
    current = port1;
    before?.close();
    port1.on('close', () => {
      if (current === port1) next = setTimeout(handAgain, NEXT_PORT);
    });
    attach(port1);
    page.postMessage(PAGE_PORT, null, [port2]);
  };
  // A page that is being loaded, or loaded again after a crash, asks by itself.
  const handAgain = (): void => {
    if (!page.isDestroyed() && !page.isCrashed() && !page.isLoadingMainFrame()) hand();
  };
  const ready = (event: IpcMainEvent): void => {
    if (isPage(event, page)) hand();
  };
  ipc.on(PAGE_READY, ready);
  return () => {
    ipc.off(PAGE_READY, ready);
    clearTimeout(next);
    const last = current;
    current = undefined;
    last?.close();
  };
}

/** The sender is the window's own top frame and shows the page: not a frame within it, and not what it was led away to. */
function isPage({ sender, senderFrame }: IpcMainEvent, page: WebContents): boolean {
  return sender === page && senderFrame !== null && senderFrame.parent === null && senderFrame.origin === PAGE_ORIGIN;
}
