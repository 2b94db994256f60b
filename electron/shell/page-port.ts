import type { IpcMain, IpcMainEvent, MessagePortMain, WebContents } from 'electron';
import { PAGE_ORIGIN } from './page-address.ts';

/** The IPC channels between preload script and main process, besides those of the heartbeat: the page is ready, and gets a message port. */
export const PAGE_READY = 'strobe:ready';
export const PAGE_PORT = 'strobe:port';

export interface PagePortOptions {
  ipc: Pick<IpcMain, 'on' | 'off'>;
  page: WebContents;
  createChannel: () => { port1: MessagePortMain; port2: MessagePortMain };
  /** Connects the station to a page that has loaded, by the station's end of the message channel. */
  attach: (port: MessagePortMain) => void;
}

/** Milliseconds between the close of a port and the offer of the next one. */
const REOPEN_DELAY = 250;

/**
 * Gives every load of the page a port to the station, and a new port when the page has closed its port. No other sender gets one. The returned
 * function stops it.
 */
export function offerPagePort({ ipc, page, createChannel, attach }: PagePortOptions): () => void {
  let current: MessagePortMain | undefined;
  let next: NodeJS.Timeout | undefined;
  const offer = (): void => {
    clearTimeout(next);
    const { port1, port2 } = createChannel();
    const before = current;
    current = port1;
    before?.close();
    port1.on('close', () => {
      if (current === port1) next = setTimeout(offerAgain, REOPEN_DELAY);
    });
    attach(port1);
    page.postMessage(PAGE_PORT, null, [port2]);
  };
  // A page that is loading, or has crashed and will be reloaded, sends PAGE_READY itself.
  const offerAgain = (): void => {
    if (!page.isDestroyed() && !page.isCrashed() && !page.isLoadingMainFrame()) offer();
  };
  const ready = (event: IpcMainEvent): void => {
    if (isPage(event, page)) offer();
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

/** Whether the sender is the window's top frame with the page's origin, not an inner frame or another site. */
export function isPage({ sender, senderFrame }: IpcMainEvent, page: WebContents): boolean {
  return sender === page && senderFrame !== null && senderFrame.parent === null && senderFrame.origin === PAGE_ORIGIN;
}
