import { join } from 'node:path';
import { app, ipcMain, Menu, MessageChannelMain, session } from 'electron';
import type { BrowserWindow, MessagePortMain } from 'electron';
import { denyPermissions } from './deny-permissions.ts';
import type { ShutdownStack } from './shutdown-stack.ts';
import { menuTemplate } from './menu.ts';
import { pageResponse, type PageResponseOptions } from './page-response.ts';
import { offerPagePort } from './page-port.ts';
import { servePage } from './page-protocol.ts';
import { PageRecovery } from './page-recovery.ts';
import { openPageWindow, type PageWindowOptions } from './page-window.ts';

export interface ShellOptions extends Pick<PageResponseOptions, 'passBytes' | 'report'> {
  /** Build output: the page in `renderer`, the preload script in `desktop`. */
  dist: string;
  screenMode: PageWindowOptions['screenMode'];
  /** Headers of every response to the page. */
  headers: Readonly<Record<string, string>>;
  /** Connects the station to a page that has loaded, by the station's end of the message channel. */
  attach: (port: MessagePortMain) => void;
  /** Logs a failure of the page. */
  warn: (line: string) => void;
}

/** Opens the window with the page, restricted to it, and reloads the page when it fails. Adds its steps to `shutdown`. */
export function openShell(options: ShellOptions, shutdown: ShutdownStack): void {
  const { dist, screenMode } = options;
  const { defaultSession } = session;
  denyPermissions(defaultSession);
  servePage({
    protocol: defaultSession.protocol,
    answer: pageResponse({ ...options, root: join(dist, 'renderer') }),
    headers: options.headers,
  });
  const window = openPageWindow({
    preload: join(dist, 'desktop/preload.cjs'),
    boundsFolder: app.getPath('userData'),
    screenMode,
    hasDevTools: !app.isPackaged,
  });
  shutdown.defer(() => window.isDestroyed() || window.destroy());
  Menu.setApplicationMenu(screenMode === 'kiosk' ? null : Menu.buildFromTemplate(menuTemplate(window)));
  startRecovery(window, options.warn, shutdown);
  shutdown.defer(
    offerPagePort({
      ipc: ipcMain,
      page: window.webContents,
      createChannel: () => new MessageChannelMain(),
      attach: options.attach,
    }),
  );
  // A second start brings this window to the front and ignores its own flags.
  app.on('second-instance', () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  // Windows shuts down, and gives the app a few seconds.
  window.on('session-end', () => app.quit());
  window.webContents.once('did-finish-load', () => process.stdout.write('station running in the desktop app\n'));
}

function startRecovery(window: BrowserWindow, warn: (line: string) => void, shutdown: ShutdownStack): void {
  const recovery = new PageRecovery(window.webContents, warn);
  shutdown.defer(() => recovery.stop());
  recovery.start();
}
