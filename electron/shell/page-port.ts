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

/** Hands every load of the page a port to the station, and nobody else. Returns what ends it. */
export function offerPagePort({ ipc, page, createChannel, attach }: PagePortOptions): () => void {
  let current: MessagePortMain | undefined;
  const hand = (event: IpcMainEvent): void => {
    if (!isPage(event, page)) return;
    current?.close();
    const { port1, port2 } = createChannel();
    current = port1;
    attach(port1);
    page.postMessage(PAGE_PORT, null, [port2]);
  };
  ipc.on(PAGE_READY, hand);
  return () => {
    ipc.off(PAGE_READY, hand);
    current?.close();
  };
}

/** The sender is the window's own top frame and shows the page: not a frame within it, and not what it was led away to. */
function isPage({ sender, senderFrame }: IpcMainEvent, page: WebContents): boolean {
  return sender === page && senderFrame !== null && senderFrame.parent === null && senderFrame.origin === PAGE_ORIGIN;
}
