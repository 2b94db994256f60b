import { join } from 'node:path';
import { BrowserWindow, screen } from 'electron';
import type { BrowserWindowConstructorOptions } from 'electron';
import { denyNavigation } from './denials.ts';
import { PAGE_URL } from './page-address.ts';
import { findWindowBounds, saveWindowBounds, type WindowBounds } from './window-bounds.ts';

const USUAL_SIZE = { width: 1280, height: 800 };
/** A window that is being dragged is written down once it rests. */
const REST = 500;

export interface PageWindowOptions {
  /** The built preload. */
  preload: string;
  /** Where the bounds are kept between two runs. */
  boundsFolder: string;
  screenMode: 'window' | 'full-screen' | 'kiosk';
  /** The inspector, for those who develop. */
  hasDevTools: boolean;
}

/** Opens the window on the page, locked in, and shows it once there is something to see. */
export function openPageWindow(options: PageWindowOptions): BrowserWindow {
  const boundsFile = join(options.boundsFolder, 'window.json');
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = findWindowBounds(boundsFile, displays);
  const window = new BrowserWindow(windowOptions(options, bounds));
  denyNavigation(window.webContents);
  window.once('ready-to-show', () => {
    if (bounds?.isMaximized) window.maximize();
    window.show();
  });
  if (options.screenMode === 'window') keepBounds(window, boundsFile);
  // A load that fails is told by `did-fail-load`, which the recovery listens to.
  void window.loadURL(PAGE_URL).catch(() => undefined);
  return window;
}

function windowOptions(options: PageWindowOptions, bounds: WindowBounds | undefined): BrowserWindowConstructorOptions {
  const place = bounds ? { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height } : USUAL_SIZE;
  return {
    ...place,
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

function keepBounds(window: BrowserWindow, file: string): void {
  let rest: NodeJS.Timeout | undefined;
  const save = (): void => saveWindowBounds(file, { ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  const saveAtRest = (): void => {
    clearTimeout(rest);
    rest = setTimeout(save, REST);
  };
  window.on('move', saveAtRest);
  window.on('resize', saveAtRest);
  window.on('close', () => {
    clearTimeout(rest);
    save();
  });
}
