import { join } from 'node:path';
import { app, dialog, ipcMain, Menu, MessageChannelMain, powerSaveBlocker, session, shell } from 'electron';
import type { BrowserWindow, MessagePortMain } from 'electron';
import type { DesktopState } from '#contract/station/desktop.ts';
import { denyPermissions } from './deny-permissions.ts';
import type { DesktopStation } from './desktop-station.ts';
import { ExitGuard, type ShowMessage } from './exit-guard.ts';
import { openExternalLink } from './external-links.ts';
import { Kiosk } from './kiosk.ts';
import type { ShutdownStack } from './shutdown-stack.ts';
import { menuTemplate, type ShellActions } from './menu.ts';
import { watchHeartbeat } from './page-heartbeat.ts';
import { pageResponse, type PageResponseOptions } from './page-response.ts';
import { offerPagePort } from './page-port.ts';
import { servePage } from './page-protocol.ts';
import { PageRecovery } from './page-recovery.ts';
import { openPageWindow, type PageWindowOptions } from './page-window.ts';
import { shellTexts, type ShellTexts } from './shell-texts.ts';
import { SleepBlocker } from './sleep-blocker.ts';
import type { StartWithSystem } from './start-with-system.ts';
import { TrayIcon } from './tray-icon.ts';

export interface ShellOptions extends Pick<PageResponseOptions, 'passBytes' | 'report'> {
  /** Build output: the page in `renderer`, the preload script in `desktop`. */
  dist: string;
  /** Picture of the tray. */
  icon: string;
  screenMode: PageWindowOptions['screenMode'];
  /** Headers of every response to the page. */
  headers: Readonly<Record<string, string>>;
  /** Connects the station to a page that has loaded, by the station's end of the message channel. */
  attach: (port: MessagePortMain) => void;
  station: DesktopStation;
  /** Undefined for an app that is not installed. */
  startWithSystem: StartWithSystem | undefined;
  /** Logs a failure of the page. */
  warn: (line: string) => void;
}

/** Opens the window with the page, restricted to it, and loads the page again when it fails. Adds its steps to `shutdown`. */
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
    openLink: (address) => openExternalLink(address, referenceOf(options.station), shell),
  });
  shutdown.defer(() => window.isDestroyed() || window.destroy());
  startRecovery(window, options.warn, shutdown);
  shutdown.defer(
    offerPagePort({
      ipc: ipcMain,
      page: window.webContents,
      createChannel: () => new MessageChannelMain(),
      attach: options.attach,
    }),
  );
  startControls(window, options, shutdown);
  // A second start brings this window to the front and ignores its own flags.
  app.on('second-instance', () => bringToFront(window));
  // Windows shuts down, and gives the app a few seconds.
  window.on('session-end', () => app.quit());
  window.webContents.once('did-finish-load', () => process.stdout.write('station running in the desktop app\n'));
}

function startRecovery(window: BrowserWindow, warn: (line: string) => void, shutdown: ShutdownStack): void {
  const recovery = new PageRecovery(window.webContents, warn);
  shutdown.defer(() => recovery.stop());
  recovery.start();
  // A page that is stopped in the developer tools does not answer.
  if (!app.isPackaged) return;
  const onHang = (): void => recovery.kill('The page does not answer.');
  shutdown.defer(watchHeartbeat({ ipc: ipcMain, page: window.webContents, onHang }));
}

/** Menu, tray, kiosk, and what keeps the computer awake. */
function startControls(window: BrowserWindow, options: ShellOptions, shutdown: ShutdownStack): void {
  const { station, report, screenMode } = options;
  const texts = shellTexts(app.getPreferredSystemLanguages());
  const show: ShowMessage = (message) => showMessage(window, message);
  let state: DesktopState = { printersWithJob: 0, ownPrintersWithJob: 0, alarms: 0 };
  const guard = new ExitGuard({ station, state: () => state, texts, show, report });
  const sleep = new SleepBlocker(powerSaveBlocker);
  const kiosk = new Kiosk({ window, mayLeave: () => guard.mayLeaveKiosk(), changed: (isKiosk) => setUp(isKiosk) });
  const actions = (): ShellActions => ({
    open: () => bringToFront(window),
    reload: () => window.reload(),
    openReference: () => referenceOf(station).forEach((address) => openExternalLink(address, referenceOf(station), shell)),
    quit: () => void guard.mayQuit().then((mayQuit) => mayQuit && app.quit()),
    enterKiosk: () => kiosk.enter(),
    startsWithSystem: options.startWithSystem?.isOn(),
    setStartWithSystem: (isOn) => void setStart(isOn),
  });
  const tray = new TrayIcon({ icon: options.icon, texts, actions });
  const setUp = (isKiosk: boolean): void => {
    sleep.setKiosk(isKiosk);
    Menu.setApplicationMenu(isKiosk ? null : Menu.buildFromTemplate(menuTemplate(texts, actions())));
    tray.refresh();
  };
  const setStart = async (isOn: boolean): Promise<void> => {
    if (await guard.mayChange('startWithSystem')) await trySetting(() => options.startWithSystem?.set(isOn), { show, texts, report });
    setUp(window.isKiosk());
  };
  kiosk.start();
  setUp(screenMode === 'kiosk');
  app.on('before-quit', () => kiosk.end());
  shutdown.defer(() => tray.destroy());
  shutdown.defer(() => sleep.stop());
  shutdown.defer(
    station.watch((next) => {
      state = next;
      tray.show(next);
      sleep.setJob(next.printersWithJob > 0);
    }),
  );
}

interface SettingFailure {
  show: ShowMessage;
  texts: ShellTexts;
  report: (error: unknown) => unknown;
}

async function trySetting(set: () => void, { show, texts, report }: SettingFailure): Promise<void> {
  try {
    set();
  } catch (error) {
    report(error);
    await show({ title: texts.cannotBeSaved, buttons: ['OK'] });
  }
}

async function showMessage(window: BrowserWindow, { title, detail = '', buttons }: Parameters<ShowMessage>[0]): Promise<number> {
  const last = buttons.length - 1;
  const { response } = await dialog.showMessageBox(window, {
    message: title,
    detail,
    buttons,
    defaultId: last,
    cancelId: last,
    noLink: true,
  });
  return response;
}

/** The only addresses that are opened in the computer's browser. */
function referenceOf({ referenceUrl }: DesktopStation): string[] {
  return referenceUrl === undefined ? [] : [referenceUrl];
}

function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
