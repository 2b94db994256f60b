import { contextBridge, ipcRenderer } from 'electron';

interface PageWindow {
  addEventListener(event: 'load', listener: () => void): void;
  postMessage(message: string, origin: string, transfer: readonly unknown[]): void;
  location: { origin: string };
}

declare const window: PageWindow;

/** The page gets this flag and the port to the station, and no other part of Electron. */
contextBridge.exposeInMainWorld('strobeDesktop', { isDesktop: true });

ipcRenderer.on('strobe:port', (event) => window.postMessage('strobe:port', window.location.origin, event.ports));

/** Says that the page's thread runs. */
ipcRenderer.on('strobe:ping', () => ipcRenderer.send('strobe:pong'));

/** Requests the port when the page's scripts have run and its listener exists. */
window.addEventListener('load', () => ipcRenderer.send('strobe:ready'));
