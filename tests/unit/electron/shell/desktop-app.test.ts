import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP_HELP } from '#shell/desktop-help.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { embeddedOnline, startDesktopApp, type DesktopApp } from '#support/desktop-app.ts';
import { untilHolds } from '#support/until-holds.ts';
import { connectionWhen } from '#support/watch.ts';
import { DESKTOP, ensureBuilt, PAGE } from '../../../../build/scripts/build.ts';

const MAIN = join(DESKTOP.output, 'main.js');

interface FetchAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

describe('the built desktop app', () => {
  let data = '';
  let app: DesktopApp;
  const fetchText = (url: string, rest: Record<string, string> = {}) => app.ask('fetch', { url, ...rest }) as Promise<FetchAnswer>;

  beforeAll(async () => {
    await ensureBuilt(PAGE);
    await ensureBuilt(DESKTOP);
    data = mkdtempSync(join(tmpdir(), 'strobe-desktop-'));
    app = startDesktopApp(MAIN, ['--data', data, '--controller-port', '0']);
    await app.opened;
  });
  afterAll(async () => {
    void app.ask('quit');
    await app.ended;
    rmSync(data, { recursive: true, force: true });
  });

  it('builds station, gateway and shell in this order', async () => {
    expect(await app.ask('done')).toEqual([
      'app.setPath userData',
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged app',
      'app.whenReady',
      'utilityProcess.fork',
      'setPermissionRequestHandler',
      'setPermissionCheckHandler',
      'setDevicePermissionHandler',
      'onBeforeRequest',
      'protocol.handle app',
      'new BrowserWindow',
      'loadURL app://strobe/',
      'menu',
      'show',
    ]);
  });

  it('opens a window whose page is sandboxed and isolated', async () => {
    const { webPreferences } = (await app.ask('window')) as { webPreferences: Record<string, unknown> };
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    });
  });

  it('serves the page and its script under a policy that lets nothing else run', async () => {
    const page = await fetchText('app://strobe/');
    const script = await fetchText(`app://strobe${/src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? ''}`);
    const policy = page.headers['content-security-policy'] ?? '';
    expect([page.status, script.status, script.headers['content-type']]).toEqual([200, 200, 'text/javascript; charset=utf-8']);
    // The page shapes text with WebAssembly; `eval` stays forbidden.
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|\*|https?:/);
  });

  it('G2 G8 denies permissions, other addresses and second windows', async () => {
    const answers = [
      await app.ask('permission', { name: 'media' }),
      await app.ask('permissionCheck'),
      await app.ask('navigate', { url: 'https://evil.example/' }),
      await app.ask('windowOpen', { url: 'app://strobe/' }),
    ];
    expect(answers).toEqual([false, false, false, 'deny']);
  });

  it('G1 hands the port to its own page only, and the station answers there', async () => {
    expect(await app.ask('ready', { origin: 'https://evil.example' })).toBe(false);
    expect(await app.ask('ready', { origin: 'app://strobe' })).toBe(true);
    expect(await app.client.info.get({})).toMatchObject({ kind: 'desktop' });
    expect(await app.ask('portKind')).toBe('MessagePort');
  });

  it('gives the page another port when it closes one', async () => {
    await app.ask('ready', { origin: 'app://strobe' });
    const posts = async () => ((await app.ask('done')) as string[]).filter((step) => step.startsWith('webContents.postMessage')).length;
    const before = await posts();
    await app.ask('closePort');
    await untilHolds(async () => expect(await posts()).toBe(before + 1));
    expect(await app.client.info.get({})).toMatchObject({ kind: 'desktop' });
  });

  it('runs the controller in a process of its own, and passes its bytes to the page', async () => {
    await app.ask('ready', { origin: 'app://strobe' });
    const { id } = await embeddedOnline(app.client);
    const url = `app://strobe/controllers/${id}/api/v3/tables/Cola%200.5%20l`;
    const put = await fetchText(url, { method: 'PUT', body: 'SKU,Name\r\nS12,Medium\r\n' });
    const get = await fetchText(url);
    expect([put.status, get.status, get.headers['content-type'], get.text]).toEqual([
      201,
      200,
      'text/csv; charset=utf-8',
      'SKU,Name\r\nS12,Medium\r\n',
    ]);
  });

  it('A8 restarts a controller that the system has killed', async () => {
    await app.ask('ready', { origin: 'app://strobe' });
    const { id, url } = await embeddedOnline(app.client);
    const { pid } = (await (await fetch(`${url}/healthz`)).json()) as { pid: number };
    process.kill(pid, 'SIGKILL');
    // A check of the connection may find out before the end of the process is reported.
    const reason = 'The controller was killed or could not be started; it is being restarted.';
    await connectionWhen(app.client, (connection) => connection.id === id && connection.reason === reason);
    await embeddedOnline(app.client);
  });

  it('A13 G6 comes to the front when it is started again, and ignores the new flags', async () => {
    const before = ((await app.ask('done')) as string[]).length;
    await app.ask('second');
    expect(((await app.ask('done')) as string[]).slice(before)).toEqual(['restore', 'show', 'focus']);
  });

  it('A10 shows the same view again after a crash of the page, while the controller goes on', async () => {
    await app.ask('ready', { origin: 'app://strobe' });
    const { url } = await embeddedOnline(app.client);
    const pid = async () => ((await (await fetch(`${url}/healthz`)).json()) as { pid: number }).pid;
    const before = await pid();
    await app.ask('view', { url: 'app://strobe/printers/embedded/Line%201' });
    await app.ask('crash');
    await untilHolds(async () => expect(await app.ask('done')).toContain('webContents.loadURL app://strobe/printers/embedded/Line%201'));
    await app.ask('ready', { origin: 'app://strobe' });
    expect([await pid(), (await app.client.info.get({})).kind]).toEqual([before, 'desktop']);
  });

  it('stays in the tray when its window is closed, and says there how the line is', async () => {
    expect(await app.ask('close')).toBe(false);
    expect(((await app.ask('done')) as string[]).at(-1)).toBe('hide');
    await untilHolds(async () => expect(await app.ask('toolTip')).toMatch(/^Strobe\nDrucker mit Auftrag: \d+\nAlarme: \d+$/));
    expect(await app.ask('tray')).toEqual([expect.any(String), expect.any(String), '-', 'Strobe öffnen', '-', 'Strobe beenden']);
    await app.ask('choose', { label: 'Strobe öffnen' });
    expect(((await app.ask('done')) as string[]).slice(-3)).toEqual(['restore', 'show', 'focus']);
  });

  it('keeps the computer awake while a job is selected, and asks before a quit stops its printer', async () => {
    await app.ask('ready', { origin: 'app://strobe' });
    const { id: connection } = await embeddedOnline(app.client);
    const place = { connection, printer: 'Line 1' };
    await app.client.printing.select({ ...place, job: { labelName: 'Can date code' }, idempotencyKey: randomUUID() });
    await untilHolds(async () => expect(await app.ask('done')).toContain('powerSaveBlocker.start prevent-app-suspension'));
    await app.ask('choose', { label: 'Strobe beenden', button: '1' });
    await untilHolds(async () => expect(await app.ask('done')).toContain('showMessageBox Strobe beenden?'));
    expect((await app.client.info.get({})).kind).toBe('desktop');
    await app.client.printing.deselect({ ...place, idempotencyKey: randomUUID() });
    await untilHolds(async () => expect(await app.ask('done')).toContain('powerSaveBlocker.stop 1'));
  });

  it('opens the API reference of its controller in the browser, and no other address', async () => {
    await app.ask('ready', { origin: 'app://strobe' });
    const { url } = await embeddedOnline(app.client);
    for (const link of ['https://evil.example/', `${url}/api/v3/labels`, `${url}/docs/`])
      expect(await app.ask('windowOpen', { url: link })).toBe('deny');
    expect(((await app.ask('done')) as string[]).filter((step) => step.startsWith('openExternal'))).toEqual([`openExternal ${url}/docs/`]);
  });

  // The last one: it ends the app.
  it('lets only a signed-in administrator end it, once the station keeps people', async () => {
    await app.ask('ready', { origin: 'app://strobe' });
    const person = { lines: null, isEnabled: true };
    await app.client.people.add({ ...person, name: 'Ada', role: 'administrator', secret: '592713' });
    await app.client.people.signOut({});
    const steps = async () => ((await app.ask('done')) as string[]).filter((step) => /showMessageBox|app\.exit/.test(step)).slice(-1);
    await app.ask('choose', { label: 'Strobe beenden' });
    const refusal = 'showMessageBox Melden Sie sich zuerst auf der Seite an, als eine Person, die das darf.';
    await untilHolds(async () => expect(await steps()).toEqual([refusal]));
    await app.client.people.signIn({ name: 'Ada', secret: '592713' });
    await app.ask('choose', { label: 'Strobe beenden' });
    expect((await app.ended).code).toBe(0);
  });
});

describe('the end of the desktop app', () => {
  let data = '';
  const start = (flags: string[], env?: NodeJS.ProcessEnv) =>
    startDesktopApp(MAIN, ['--data', data, '--controller-port', '0', ...flags], env);

  beforeAll(async () => {
    await ensureBuilt(DESKTOP);
    data = mkdtempSync(join(tmpdir(), 'strobe-desktop-'));
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it('stops shell, station and controller in this order, and unlocks the data', async () => {
    const app = start([]);
    await app.opened;
    await app.ask('ready', { origin: 'app://strobe' });
    await embeddedOnline(app.client);
    await app.ask('quit');
    const { code, done } = await app.ended;
    expect([code, done.slice(-3)]).toEqual([0, ['destroy', 'utilityProcess exit 0', 'app.exit']]);
    const lock = lockFolder(data);
    lock?.release();
    expect(lock).toBeDefined();
  });

  it('comes at once for a second start', async () => {
    const { code, done } = await start([], { STROBE_STUB_IS_SECOND: '1' }).ended;
    expect([code, done.includes('new BrowserWindow')]).toEqual([0, false]);
  });

  it('comes after --help, without a window', async () => {
    const { code, done, output } = await start(['--help']).ended;
    expect([code, done.includes('new BrowserWindow'), output]).toEqual([0, false, DESKTOP_HELP]);
  });

  it('comes with one line and exit code 2 for an unknown flag', async () => {
    const { code, errors } = await start(['--remote-debugging-port=9222']).ended;
    expect([code, errors.trim().split('\n')]).toEqual([2, [expect.stringMatching(/^strobe: .*--remote-debugging-port/)]]);
  });

  it('comes with an error box and exit code 1 when another station has locked the data', async () => {
    const lock = lockFolder(data);
    const { code, done } = await start([]).ended;
    lock?.release();
    expect([code, done.slice(-2)]).toEqual([1, ['showErrorBox Strobe cannot start', 'app.exit']]);
  });
});

describe('a kiosk', () => {
  it('is not left without an administrator, keeps the display on, and stays when its window is closed', async () => {
    await ensureBuilt(DESKTOP);
    const data = mkdtempSync(join(tmpdir(), 'strobe-desktop-'));
    const app = startDesktopApp(MAIN, ['--data', data, '--no-embedded', '--kiosk']);
    await app.opened;
    await app.ask('ready', { origin: 'app://strobe' });
    await app.client.people.add({ lines: null, isEnabled: true, name: 'Ada', role: 'administrator', secret: '592713' });
    await app.client.people.signOut({});
    const last = async () => ((await app.ask('done')) as string[]).at(-1);
    expect(await app.ask('done')).toEqual(expect.arrayContaining(['powerSaveBlocker.start prevent-display-sleep', 'no menu']));
    expect([await app.ask('close'), (await app.ask('done')) as string[]]).toEqual([false, expect.not.arrayContaining(['hide'])]);
    await app.ask('press', { key: 'Q' });
    await untilHolds(async () => expect(await last()).toMatch(/^showMessageBox Melden/));
    await app.client.people.signIn({ name: 'Ada', secret: '592713' });
    await app.ask('press', { key: 'Q' });
    await untilHolds(async () => expect(await app.ask('done')).toContain('setKiosk false'));
    expect(((await app.ask('done')) as string[]).slice(-4)).toEqual([
      'showMessageBox Kioskmodus verlassen?',
      'setKiosk false',
      'powerSaveBlocker.stop 1',
      'menu',
    ]);
    await app.ask('quit');
    await app.ended;
    rmSync(data, { recursive: true, force: true });
  });
});

describe('the controller of an installed app', () => {
  let data = '';
  const run = (...args: string[]) => startDesktopApp(MAIN, ['controller', ...args]).ended;

  beforeAll(async () => {
    await ensureBuilt(DESKTOP);
    data = mkdtempSync(join(tmpdir(), 'strobe-desktop-'));
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it('runs commands without a window', async () => {
    const { code, done, output } = await startDesktopApp(MAIN, [
      '--no-sandbox',
      'controller',
      'keys',
      'add',
      'MES',
      '--scopes',
      'read',
      '--data',
      data,
    ]).ended;
    expect([code, done]).toEqual([0, ['app.whenReady', 'utilityProcess.fork', 'utilityProcess exit 0', 'app.exit']]);
    expect(output).toMatch(/^\S{20,}$/m);
  });

  it('makes a backup, and restores it', async () => {
    const file = join(data, 'a.strobe-backup');
    const made = await run('backup', '--data', data, '--to', file);
    const restored = await run('restore', file, '--data', data);
    expect([made.code, made.errors, restored.code, restored.errors]).toEqual([0, '', 0, '']);
  });

  it('F8 has the program that removes the files of a stopped command', async () => {
    const begun = join(data, 'begun.part');
    writeFileSync(begun, 'half');
    const { status } = spawnSync(process.execPath, [join(DESKTOP.output, 'remove-partial-files.js'), begun]);
    expect([status, existsSync(begun)]).toEqual([0, false]);
  });

  it('ends with its exit code and its line', async () => {
    const { code, errors } = await run('--prot', '1');
    expect([code, errors.trim().split('\n')]).toEqual([2, [expect.stringContaining('--prot')]]);
  });
});

describe('the built preload', () => {
  it('gives the page a flag and the port, and nothing else', async () => {
    await ensureBuilt(DESKTOP);
    const exposed: unknown[] = [];
    const sent: unknown[] = [];
    const posted: unknown[] = [];
    const heard: Record<string, (event: unknown) => void> = {};
    const electron = {
      contextBridge: { exposeInMainWorld: (...facts: unknown[]) => exposed.push(facts) },
      ipcRenderer: {
        on: (channel: string, listener: (event: unknown) => void) => (heard[channel] = listener),
        send: (channel: string) => sent.push(channel),
      },
    };
    const window = {
      addEventListener: (event: string, listener: () => void) => (heard[event] = listener),
      postMessage: (...message: unknown[]) => posted.push(message),
      location: { origin: 'app://strobe' },
    };
    runInContext(readFileSync(join(DESKTOP.output, 'preload.cjs'), 'utf8'), createContext({ require: () => electron, window }));
    expect([exposed, sent]).toEqual([[['strobeDesktop', { isDesktop: true }]], []]);
    heard['load']?.({});
    heard['strobe:port']?.({ ports: ['port'] });
    expect([sent, posted]).toEqual([['strobe:ready'], [['strobe:port', 'app://strobe', ['port']]]]);
    heard['strobe:ping']?.({});
    expect(sent.at(-1)).toBe('strobe:pong');
  });
});
