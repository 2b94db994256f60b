import type { DesktopApp } from './desktop-app.ts';

/** What the started desktop app has set, and how it answers to a page that was taken over. */
export interface ShellFacts {
  preferences: Record<string, unknown>;
  steps: string[];
  schemes: { scheme: string; privileges?: Record<string, boolean> }[];
  policy: string;
  exposed: unknown[];
  /** Whether each of these is permitted. */
  permitted: Record<string, boolean>;
}

const FOREIGN = 'https://evil.example/';
const NAVIGATIONS = ['will-navigate', 'will-redirect', 'will-frame-navigate'];

/** Starts as a page that was taken over, and tries what it must not be able to do. */
export async function observeShell(app: DesktopApp): Promise<ShellFacts> {
  const { ask } = app;
  const permitted: Record<string, boolean> = {};
  const attempt = async (name: string, question: string, params: Record<string, string> = {}): Promise<void> => {
    permitted[name] = (await ask(question, params)) === true;
  };
  await attempt('port for another site', 'ready', { origin: 'https://evil.example' });
  await attempt('port for an inner frame', 'ready', { origin: 'app://strobe', frame: 'inner' });
  await attempt('permission', 'permission', { name: 'media' });
  await attempt('permission check', 'permissionCheck');
  await attempt('device', 'device');
  for (const event of NAVIGATIONS) await attempt(event, 'navigate', { url: FOREIGN, event });
  await attempt('webview', 'navigate', { url: FOREIGN, event: 'will-attach-webview' });
  for (const url of [FOREIGN, 'http://strobe.example/', 'ws://127.0.0.1:7310/rpc', 'file:///etc/passwd'])
    await attempt(url, 'request', { url });
  permitted['window'] = (await ask('windowOpen', { url: FOREIGN })) !== 'deny';
  const { webPreferences } = (await ask('window')) as { webPreferences: Record<string, unknown> };
  const page = (await ask('fetch', { url: 'app://strobe/' })) as { headers: Record<string, string> };
  await ask('ready', { origin: 'app://strobe' });
  return {
    preferences: webPreferences,
    steps: (await ask('done')) as string[],
    schemes: (await ask('schemes')) as ShellFacts['schemes'],
    policy: page.headers['content-security-policy'] ?? '',
    exposed: (await ask('exposed')) as unknown[],
    permitted,
  };
}

/** Where the settings of an item are, and the text that reverts each of them. */
export interface Reversal {
  file: 'main.js' | 'preload.cjs';
  text: string;
  by: string;
}

/** An item of Electron's checklist (https://www.electronjs.org/docs/latest/tutorial/security) that the started app shows. */
export interface ShellItem {
  number: number;
  title: string;
  holds: (facts: ShellFacts) => boolean;
  reversals: Reversal[];
}

const inMain = (text: string, by: string): Reversal => ({ file: 'main.js', text, by });
const preference = (name: string, value: boolean): Reversal => inMain(`\t${name}: ${value},`, `\t${name}: ${!value},`);
const added = (text: string): Reversal => inMain('\tsandbox: true,', `\tsandbox: true, ${text},`);
const isDenied = (names: string[]) => (facts: ShellFacts) => names.every((name) => facts.permitted[name] === false);
const handler = (event: string): Reversal =>
  inMain(
    `contents.on("${event}", (event) => {\n\t\tif (!isPageUrl(event.url)) event.preventDefault();\n\t});`,
    `contents.on("${event}", () => undefined);`,
  );

export const SHELL_ITEMS: ShellItem[] = [
  {
    ...{ number: 1, title: 'Only load secure content' },
    holds: (facts) =>
      facts.schemes.every(({ privileges }) => privileges?.['secure'] === true) &&
      isDenied(['http://strobe.example/', FOREIGN, 'ws://127.0.0.1:7310/rpc'])(facts),
    reversals: [inMain('secure: true', 'secure: false'), inMain('cancel: !isOwnRequest(url)', 'cancel: false')],
  },
  {
    ...{ number: 2, title: 'Do not enable Node.js integration for remote content' },
    holds: ({ preferences }) =>
      ['nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames'].every((name) => preferences[name] === false),
    reversals: [
      preference('nodeIntegration', false),
      preference('nodeIntegrationInWorker', false),
      preference('nodeIntegrationInSubFrames', false),
    ],
  },
  {
    ...{ number: 3, title: 'Enable context isolation' },
    holds: ({ preferences }) => preferences['contextIsolation'] === true,
    reversals: [preference('contextIsolation', true)],
  },
  {
    ...{ number: 4, title: 'Enable process sandboxing' },
    holds: ({ preferences, steps }) => preferences['sandbox'] === true && steps.includes('app.enableSandbox'),
    reversals: [preference('sandbox', true), inMain('app.enableSandbox();', '')],
  },
  {
    ...{ number: 5, title: 'Handle session permission requests from remote content' },
    holds: isDenied(['permission', 'permission check', 'device']),
    reversals: [
      inMain('decide) => decide(false)', 'decide) => decide(true)'),
      inMain('setPermissionCheckHandler(() => false)', 'setPermissionCheckHandler(() => true)'),
      inMain('setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'),
    ],
  },
  {
    ...{ number: 6, title: 'Do not disable webSecurity' },
    holds: ({ preferences }) => preferences['webSecurity'] === true,
    reversals: [preference('webSecurity', true)],
  },
  {
    ...{ number: 7, title: 'Define a Content Security Policy' },
    holds: ({ policy }) => policy.includes("default-src 'self'") && !/\*|https?:|'unsafe-inline'|'unsafe-eval'/.test(policy),
    reversals: [
      inMain(`"default-src 'self'",`, `"default-src *",`),
      inMain("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
      inMain('"content-security-policy"', '"x-no-policy"'),
    ],
  },
  {
    ...{ number: 8, title: 'Do not enable allowRunningInsecureContent' },
    holds: ({ preferences }) => preferences['allowRunningInsecureContent'] === false,
    reversals: [preference('allowRunningInsecureContent', false)],
  },
  {
    ...{ number: 9, title: 'Do not enable experimental features' },
    holds: ({ preferences }) => preferences['experimentalFeatures'] !== true,
    reversals: [added('experimentalFeatures: true')],
  },
  {
    ...{ number: 10, title: 'Do not use enableBlinkFeatures' },
    holds: ({ preferences }) => preferences['enableBlinkFeatures'] === undefined,
    reversals: [added('enableBlinkFeatures: "SomeFeature"')],
  },
  {
    ...{ number: 11, title: 'Do not use allowpopups for WebViews' },
    holds: ({ preferences }) => preferences['webviewTag'] === false,
    reversals: [preference('webviewTag', false)],
  },
  {
    ...{ number: 12, title: 'Verify WebView options before creation' },
    holds: isDenied(['webview']),
    reversals: [inMain('contents.on("will-attach-webview", (event) => event.preventDefault());', '')],
  },
  {
    ...{ number: 13, title: 'Disable or limit navigation' },
    holds: isDenied(NAVIGATIONS),
    reversals: NAVIGATIONS.map(handler),
  },
  {
    ...{ number: 14, title: 'Disable or limit creation of new windows' },
    holds: isDenied(['window']),
    reversals: [inMain('return { action: "deny" };', 'return { action: "allow" };')],
  },
  {
    ...{ number: 15, title: 'Do not use shell.openExternal with untrusted content' },
    holds: ({ steps }) => !steps.some((step) => step.startsWith('openExternal')),
    reversals: [inMain('if (!url || !allowed.some((one) => isWithin(url, new URL(one)))) return false;', 'if (!url) return false;')],
  },
  {
    ...{ number: 17, title: 'Validate the sender of all IPC messages' },
    holds: isDenied(['port for another site', 'port for an inner frame']),
    reversals: [inMain('if (isPage(event, page)) offer();', 'offer();'), inMain('senderFrame.parent === null', 'true')],
  },
  {
    ...{ number: 18, title: 'Avoid usage of the file:// protocol and prefer usage of custom protocols' },
    holds: (facts) =>
      isDenied(['file:///etc/passwd'])(facts) &&
      facts.steps.filter((step) => step.startsWith('loadURL')).every((step) => step === 'loadURL app://strobe/'),
    reversals: [
      inMain('window.loadURL(PAGE_URL)', 'window.loadURL("file:///opt/strobe/index.html")'),
      inMain('cancel: !isOwnRequest(url)', 'cancel: !isOwnRequest(url) && !url.startsWith("file:")'),
    ],
  },
  {
    ...{ number: 20, title: 'Do not expose Electron APIs to untrusted web content' },
    holds: ({ exposed }) => JSON.stringify(exposed) === '[["strobeDesktop",{"isDesktop":true}]]',
    reversals: [{ file: 'preload.cjs', text: '{ isDesktop: true }', by: '{ isDesktop: true, ipcRenderer: electron.ipcRenderer }' }],
  },
];
