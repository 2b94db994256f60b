import { contextBridge, ipcRenderer } from 'electron';

interface PageWindow {
  addEventListener(event: 'load', listener: () => void): void;
  postMessage(message: string, origin: string, transfer: readonly unknown[]): void;
  location: { origin: string };
}

declare const window: PageWindow;

/** Tells the page where it runs, and hands over the port to the station. The page gets nothing else of Electron. */
contextBridge.exposeInMainWorld('strobeDesktop', { isDesktop: true });

ipcRenderer.on('strobe:port', (event) => window.postMessage('strobe:port', window.location.origin, event.ports));

/** Asked for when the page's scripts have run and listen. */
window.addEventListener('load', () => ipcRenderer.send('strobe:ready'));
