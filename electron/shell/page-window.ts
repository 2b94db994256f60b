import { join } from 'node:path';
import { BrowserWindow, screen } from 'electron';
import type { BrowserWindowConstructorOptions } from 'electron';
import { denyNavigation } from './deny-permissions.ts';
import { PAGE_URL } from './page-address.ts';
import { findWindowBounds, saveWindowBounds, type WindowBounds } from './window-bounds.ts';

const DEFAULT_SIZE = { width: 1280, height: 800 };
/** Milliseconds without a move or resize after which the bounds are saved. */
const SAVE_DELAY = 500;

export interface PageWindowOptions {
  /** Path of the built preload script. */
  preload: string;
  /** Folder of the file with the window's bounds. */
  boundsFolder: string;
  screenMode: 'window' | 'full-screen' | 'kiosk';
  /** False in the packaged app. */
  hasDevTools: boolean;
  /** Opens a link of the page in the computer's browser, if its address is on the list. */
  openLink: (address: string) => unknown;
}

/** Opens the window, restricted to the page, and shows it when the page is ready to be painted. */
export function openPageWindow(options: PageWindowOptions): BrowserWindow {
  const boundsFile = join(options.boundsFolder, 'window.json');
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = findWindowBounds(boundsFile, displays);
  const window = new BrowserWindow(windowOptions(options, bounds));
  denyNavigation(window.webContents, options.openLink);
  window.once('ready-to-show', () => {
    if (bounds?.isMaximized) window.maximize();
    window.show();
  });
  if (options.screenMode === 'window') saveBoundsOf(window, boundsFile);
  // A failed load emits `did-fail-load`, which `PageRecovery` handles.
  void window.loadURL(PAGE_URL).catch(() => undefined);
  return window;
}

function windowOptions(options: PageWindowOptions, bounds: WindowBounds | undefined): BrowserWindowConstructorOptions {
  const position = bounds ? { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height } : DEFAULT_SIZE;
  return {
    ...position,
    minWidth: 800,
    minHeight: 600,
    title: 'Strobe',
    show: false,
    backgroundColor: '#2c3033',
    autoHideMenuBar: true,
    fullscreen: options.screenMode === 'full-screen',
    kiosk: options.screenMode === 'kiosk',
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      backgroundThrottling: false,
      devTools: options.hasDevTools,
    },
  };
}

function saveBoundsOf(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => saveWindowBounds(file, { ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  const saveLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY);
  };
  window.on('move', saveLater);
  window.on('resize', saveLater);
  window.on('close', () => {
    clearTimeout(timer);
    save();
  });
}
