import { join } from 'node:path';
import { app, ipcMain, Menu, MessageChannelMain, session } from 'electron';
import type { BrowserWindow, MessagePortMain } from 'electron';
import { denyPermissions } from './denials.ts';
import type { Endings } from './endings.ts';
import { menuTemplate } from './menu.ts';
import { pageAnswer, type PageAnswerOptions } from './page-answer.ts';
import { offerPagePort } from './page-port.ts';
import { servePage } from './page-protocol.ts';
import { PageRecovery } from './page-recovery.ts';
import { openPageWindow, type PageWindowOptions } from './page-window.ts';

export interface ShellOptions extends Pick<PageAnswerOptions, 'passBytes' | 'report'> {
  /** Folder of what was built: the page in `renderer`, the preload in `desktop`. */
  dist: string;
  screenMode: PageWindowOptions['screenMode'];
  /** Headers of every answer to the page. */
  headers: Readonly<Record<string, string>>;
  /** Takes the station's end of the way to a page that has loaded. */
  attach: (port: MessagePortMain) => void;
  /** Tells the log what happened to the page. */
  warn: (line: string) => void;
}

/** Opens the locked window on the page, and brings the page back whenever it fails. What it starts is added to `endings`. */
export function openShell(options: ShellOptions, endings: Endings): void {
  const { dist, screenMode } = options;
  const own = session.defaultSession;
  denyPermissions(own);
  servePage({ protocol: own.protocol, answer: pageAnswer({ ...options, root: join(dist, 'renderer') }), headers: options.headers });
  const window = openPageWindow({
    preload: join(dist, 'desktop/preload.cjs'),
    boundsFolder: app.getPath('userData'),
    screenMode,
    hasDevTools: !app.isPackaged,
  });
  endings.add(() => window.isDestroyed() || window.destroy());
  Menu.setApplicationMenu(screenMode === 'kiosk' ? null : Menu.buildFromTemplate(menuTemplate(window)));
  keepPageAlive(window, options.warn, endings);
  endings.add(
    offerPagePort({
      ipc: ipcMain,
      page: window.webContents,
      createChannel: () => new MessageChannelMain(),
      attach: options.attach,
    }),
  );
  // Another start, whatever its flags say, brings this window to the front.
  app.on('second-instance', () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  // Windows is about to shut down and grants a few seconds.
  window.on('session-end', () => app.quit());
  window.webContents.once('did-finish-load', () => process.stdout.write('station running in the desktop app\n'));
}

function keepPageAlive(window: BrowserWindow, warn: (line: string) => void, endings: Endings): void {
  const recovery = new PageRecovery(window.webContents, warn);
  endings.add(() => recovery.stop());
  recovery.start();
}
