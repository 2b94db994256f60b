/**
 * The part of Electron that the desktop app uses, for plain Node: `node --import tests/support/electron-stub.ts dist/desktop/main.js`.
 * It records the app's calls of Electron. The parent process reads that record and plays page, user and system
 * over Node's IPC channel. A utility process is a real child process.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { constants } from 'node:os';
import { createContext, runInContext } from 'node:vm';
import { MessageChannel, MessagePort } from 'node:worker_threads';

const UTILITY_ROLE = 'STROBE_STUB_UTILITY';

/** The app's calls of Electron, in order. */
const done: string[] = [];

class PortMain extends EventEmitter {
  readonly port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.port = port;
    port.on('message', (data) => this.emit('message', { data: data as unknown }));
    port.on('close', () => this.emit('close'));
  }
  start = (): void => this.port.start();
  close = (): void => this.port.close();
  postMessage = (message: unknown): void => this.port.postMessage(message);
}

export class MessageChannelMain {
  readonly port1: PortMain;
  readonly port2: PortMain;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new PortMain(port1);
    this.port2 = new PortMain(port2);
  }
}

class StubApp extends EventEmitter {
  readonly isPackaged = false;
  readonly paths: Record<string, string> = {};
  readonly commandLine = { hasSwitch: () => false };
  enableSandbox = (): void => void done.push('app.enableSandbox');
  setAppUserModelId = (): void => undefined;
  getPath = (name: string): string => this.paths[name] ?? '';
  setPath = (name: string, path: string): void => {
    done.push(`app.setPath ${name}`);
    this.paths[name] = path;
  };
  getPreferredSystemLanguages = (): string[] => ['de-AT'];
  getVersion = (): string => '0.0.0';
  requestSingleInstanceLock = (): boolean => process.env['STROBE_STUB_IS_SECOND'] !== '1';
  whenReady = async (): Promise<void> => {
    done.push('app.whenReady');
    return Promise.resolve();
  };
  quit = (): void => {
    let isPrevented = false;
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    this.emit('will-quit', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.exit(0);
  };
  exit = (code = 0): void => {
    done.push('app.exit');
    if (!process.send?.({ exit: code, done }, undefined, {}, () => process.exit(code))) process.exit(code);
  };
}
export const app = new StubApp();

type Handler = (...args: never[]) => unknown;
const handlers: Record<string, Handler> = {};
const keep = (name: string) => (handler: Handler) => {
  done.push(name);
  handlers[name] = handler;
};

let privileged: { scheme: string }[] = [];
export const protocol = {
  registerSchemesAsPrivileged: (schemes: { scheme: string }[]): void => {
    privileged = schemes;
    done.push(`protocol.registerSchemesAsPrivileged ${schemes.map(({ scheme }) => scheme).join()}`);
  },
};

export const session = {
  defaultSession: {
    protocol: { handle: (scheme: string, handler: Handler) => keep(`protocol.handle ${scheme}`)(handler) },
    setPermissionRequestHandler: keep('setPermissionRequestHandler'),
    setPermissionCheckHandler: keep('setPermissionCheckHandler'),
    setDevicePermissionHandler: keep('setDevicePermissionHandler'),
    webRequest: { onBeforeRequest: (_filter: unknown, handler: Handler) => keep('onBeforeRequest')(handler) },
  },
};

/** The port that the preload script has handed to the page. */
let pagePort: MessagePort | undefined;
/** What the preload script listens to: messages of the main process by channel, and events of the page's window. */
let preloadListeners: Record<string, (event: unknown) => void> = {};

/** What the preload script has given to the page. */
let exposed: unknown[] = [];

/** Loads the page, with the built preload script in a context of its own: it sees these parts of Electron and of the window only. */
function loadPage(origin: string, isInner = false): void {
  const contents = BrowserWindow.all[0]?.webContents;
  preloadListeners = {};
  exposed = [];
  const listen = (name: string, listener: (event: unknown) => void) => (preloadListeners[name] = listener);
  const send = (channel: string) => ipcMain.emit(channel, { sender: contents, senderFrame: { parent: isInner ? {} : null, origin } });
  const window = { addEventListener: listen, postMessage: takePort, location: { origin } };
  const electron = {
    contextBridge: { exposeInMainWorld: (...given: unknown[]) => exposed.push(given) },
    ipcRenderer: { on: listen, send },
  };
  const code = readFileSync((BrowserWindow.all[0]?.options as { webPreferences: { preload: string } }).webPreferences.preload, 'utf8');
  runInContext(code, createContext({ require: () => electron, window }));
  preloadListeners['load']?.({});
}

/** The page takes the port as `renderer/link/message-port.ts` does. */
function takePort(message: string, _origin: string, [port]: readonly unknown[]): void {
  if (message !== 'strobe:port' || !(port instanceof MessagePort)) throw new Error('The preload script has posted no port.');
  pagePort = port;
  port.on('message', (frame) => process.send?.({ frame: frame as string }));
}

class StubContents extends EventEmitter {
  windowOpen: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler = (handler: typeof this.windowOpen): void => void (this.windowOpen = handler);
  postMessage = (channel: string, _message: unknown, ports: PortMain[]): void => {
    done.push(`webContents.postMessage ${channel}`);
    preloadListeners[channel]?.({ ports: ports.map(({ port }) => port) });
  };
  send = (channel: string): void => preloadListeners[channel]?.({});
  loadURL = (url: string): Promise<void> => Promise.resolve(void done.push(`webContents.loadURL ${url}`));
  isDestroyed = (): boolean => false;
  isCrashed = (): boolean => false;
  isLoadingMainFrame = (): boolean => false;
  forcefullyCrashRenderer = (): void => void done.push('webContents.forcefullyCrashRenderer');
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly options: unknown;
  readonly webContents = new StubContents();
  constructor(options: unknown) {
    super();
    done.push('new BrowserWindow');
    this.options = options;
    this.#isKiosk = (options as { kiosk?: boolean }).kiosk === true;
    BrowserWindow.all.push(this);
  }
  loadURL = (url: string): Promise<void> => {
    done.push(`loadURL ${url}`);
    setImmediate(() => {
      this.emit('ready-to-show');
      this.webContents.emit('did-finish-load');
    });
    return Promise.resolve();
  };
  show = (): void => void done.push('show');
  focus = (): void => void done.push('focus');
  restore = (): void => void done.push('restore');
  maximize = (): void => void done.push('maximize');
  destroy = (): void => void done.push('destroy');
  isMinimized = (): boolean => true;
  isMaximized = (): boolean => false;
  isDestroyed = (): boolean => false;
  #isKiosk = false;
  setKiosk = (isKiosk: boolean): void => {
    done.push(`setKiosk ${isKiosk}`);
    this.#isKiosk = isKiosk;
  };
  isKiosk = (): boolean => this.#isKiosk;
  hide = (): void => void done.push('hide');
  reload = (): void => void done.push('reload');
  getNormalBounds = () => ({ x: 1, y: 2, width: 1000, height: 700 });
}

export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
export const ipcMain = new EventEmitter();
/** The button that a person presses in the next message boxes. */
let pressed = 0;
export const dialog = {
  showErrorBox: (title: string): void => void done.push(`showErrorBox ${title}`),
  showMessageBox: (_window: unknown, { message }: { message: string }): Promise<{ response: number }> => {
    done.push(`showMessageBox ${message}`);
    return Promise.resolve({ response: pressed });
  },
};

interface MenuItem {
  label?: string;
  click?: () => void;
  submenu?: MenuItem[];
}
let trayMenu: MenuItem[] = [];
let toolTip = '';

export class Tray extends EventEmitter {
  setToolTip = (text: string): void => void (toolTip = text);
  setContextMenu = (menu: MenuItem[]): void => void (trayMenu = menu);
  destroy = (): void => void done.push('tray.destroy');
}

let blockers = 0;
export const powerSaveBlocker = {
  start: (type: string): number => {
    done.push(`powerSaveBlocker.start ${type}`);
    return (blockers += 1);
  },
  stop: (id: number): void => void done.push(`powerSaveBlocker.stop ${id}`),
};
export const shell = { openExternal: (url: string): Promise<void> => Promise.resolve(void done.push(`openExternal ${url}`)) };
/** A Linux desktop without a keyring. */
export const safeStorage = { getSelectedStorageBackend: () => 'basic_text' };
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: unknown): void => void done.push(menu === null ? 'no menu' : 'menu'),
};

class StubUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('message', (message) => this.emit('message', message));
    child.once('exit', (code, signal) => {
      // Like Electron: after a signal the exit code is the number of the signal.
      const status = code ?? (signal ? constants.signals[signal] : 0);
      done.push(`utilityProcess exit ${status}`);
      this.emit('exit', status);
      // Like Electron: removes the listeners of the output at the exit.
      child.stdout?.removeAllListeners();
    });
  }
  get stdout() {
    return this.#child.stdout;
  }
  get pid() {
    return this.#child.pid;
  }
  postMessage = (message: unknown): void => void this.#child.send(message as object);
  kill = (): boolean => this.#child.kill();
}

export const utilityProcess = {
  fork: (
    modulePath: string,
    args: string[],
    { stdio, env = process.env }: { stdio: 'ignore' | ['ignore', 'pipe' | 'inherit', 'inherit']; env?: NodeJS.ProcessEnv },
  ): StubUtilityProcess => {
    done.push('utilityProcess.fork');
    const [, output, errors] = stdio === 'ignore' ? [stdio, stdio, stdio] : stdio;
    const options = { execArgv: ['--import', import.meta.url], env: { ...env, [UTILITY_ROLE]: '1' } };
    return new StubUtilityProcess(fork(modulePath, args, { ...options, stdio: ['ignore', output, errors, 'ipc'] }));
  },
};

/** The test's requests. Each returns a JSON value. */
const ASKS: Record<string, (params: Record<string, string>) => unknown> = {
  done: () => done,
  window: () => BrowserWindow.all[0]?.options,
  fetch: async ({ url, method, body }) => {
    const init = { method: method ?? 'GET', ...(body !== undefined && { body, headers: { 'content-type': 'text/csv' } }) };
    const answer = (await handlers['protocol.handle app']?.(new Request(url ?? '', init) as never)) as Response;
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  },
  permission: ({ name }) =>
    new Promise((resolve) =>
      handlers['setPermissionRequestHandler']?.(...([{}, name, (isGranted: boolean) => resolve(isGranted)] as never[])),
    ),
  permissionCheck: () => handlers['setPermissionCheckHandler']?.(),
  device: () => handlers['setDevicePermissionHandler']?.(),
  request: ({ url }) =>
    new Promise((resolve) =>
      handlers['onBeforeRequest']?.(...([{ url }, ({ cancel }: { cancel: boolean }) => resolve(!cancel)] as never[])),
    ),
  schemes: () => privileged,
  exposed: () => exposed,
  navigate: ({ url, event = 'will-navigate' }) => {
    let isPrevented = false;
    BrowserWindow.all[0]?.webContents.emit(event, { url, preventDefault: () => (isPrevented = true) });
    return !isPrevented;
  },
  windowOpen: ({ url }) => BrowserWindow.all[0]?.webContents.windowOpen({ url: url ?? '' }).action,
  ready: ({ origin = '', frame }) => {
    loadPage(origin, frame === 'inner');
    return pagePort !== undefined;
  },
  portKind: () => pagePort?.constructor.name,
  post: ({ frame }) => pagePort?.postMessage(frame),
  closePort: () => pagePort?.close(),
  second: () => app.emit('second-instance', {}, ['--data', 'x; rm -rf /'], '/'),
  view: ({ url }) => BrowserWindow.all[0]?.webContents.emit('did-navigate-in-page', {}, url, true),
  close: () => {
    let isPrevented = false;
    BrowserWindow.all[0]?.emit('close', { preventDefault: () => (isPrevented = true) });
    return !isPrevented;
  },
  press: ({ key }) => {
    const input = { type: 'keyDown', key, control: true, alt: true, shift: true };
    return BrowserWindow.all[0]?.webContents.emit('before-input-event', { preventDefault: () => undefined }, input);
  },
  toolTip: () => toolTip,
  tray: () => trayMenu.map(({ label = '-' }) => label),
  choose: ({ label, button = '0' }) => {
    pressed = Number(button);
    return trayMenu.find((item) => item.label === label)?.click?.();
  },
  crash: () => BrowserWindow.all[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed' }),
  quit: () => setImmediate(app.quit) && true,
};

interface Question extends Record<string, string | number> {
  id: number;
  ask: string;
}

async function answer({ id, ask, ...params }: Question): Promise<void> {
  process.send?.({ id, answer: await ASKS[ask]?.(params as Record<string, string>) });
}

/** In the app's main process `electron` is this file, and the test sends its requests over the IPC channel. */
function playElectron(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: import.meta.url, shortCircuit: true, format: 'module-typescript' } : next(specifier, context),
  });
  Object.assign(process, { defaultApp: true });
  process.on('message', (question: Question) => void answer(question));
  process.channel?.unref();
}

/** A utility process exchanges messages with its parent by `process.parentPort` only. */
function playUtilityProcess(): void {
  const send = process.send?.bind(process);
  const parentPort = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) });
  process.on('message', (data) => parentPort.emit('message', { data }));
  Object.assign(process, { parentPort, send: undefined });
}

if (process.env[UTILITY_ROLE] === '1') playUtilityProcess();
else if (process.send) playElectron();
