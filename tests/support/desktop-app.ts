import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Connection } from '#contract/station/connections.ts';
import type { StationClient } from '#contract/station/index.ts';
import { rpcClient } from './rpc-client.ts';

const STUB = fileURLToPath(new URL('electron-stub.ts', import.meta.url));

/** How the app ended: its exit code, its calls of Electron, and its output. */
export interface DesktopEnd {
  code: number | null;
  done: string[];
  output: string;
  errors: string;
}

/** The built desktop app in plain Node, with the stub of Electron. */
export interface DesktopApp {
  /** Plays page, user or system: see the requests in `electron-stub.ts`. Resolves with undefined when the app has ended. */
  ask: (question: string, params?: Record<string, string>) => Promise<unknown>;
  /** A client of the station over the page's port. */
  client: StationClient;
  /** Resolves when the page has loaded. */
  opened: Promise<void>;
  ended: Promise<DesktopEnd>;
}

type Message = { id: number; answer: unknown } | { frame: string } | { exit: number; done: string[] };

/** Starts the main bundle `main` with these flags. */
export function startDesktopApp(main: string, flags: string[], env: NodeJS.ProcessEnv = {}): DesktopApp {
  const child = fork(main, flags, {
    execArgv: ['--import', STUB],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const answers = new Map<number, (answer: unknown) => void>();
  const listeners: ((frame: string) => void)[] = [];
  let done: string[] = [];
  let output = '';
  let errors = '';
  let questions = 0;
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.on('message', (message: Message) => {
    if ('frame' in message) for (const listener of listeners) listener(message.frame);
    else if ('exit' in message) done = message.done;
    else answers.get(message.id)?.(message.answer);
  });
  const ask: DesktopApp['ask'] = (question, params = {}) => {
    if (!child.connected) return Promise.resolve(undefined);
    const id = (questions += 1);
    child.send({ id, ask: question, ...params });
    return new Promise((resolve) => answers.set(id, resolve));
  };
  const frames = {
    send: (frame: string) => void ask('post', { frame }),
    onFrame: (listener: (frame: string) => void) => void listeners.push(listener),
    onClose: () => undefined,
  };
  return {
    ask,
    client: rpcClient(frames),
    opened: new Promise((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('station running in the desktop app')) resolve();
      });
    }),
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, done, output, errors })),
  };
}

/** Waits for the app's embedded controller, and returns its connection. */
export async function embeddedOnline(client: StationClient): Promise<Connection> {
  const end = new AbortController();
  try {
    for await (const event of client.connections.watch({}, end.signal)) {
      const connections = event.type === 'snapshot' ? event.connections : event.type === 'changed' ? [event.connection] : [];
      const online = connections.find(({ embedded, state }) => embedded && state === 'online');
      if (online) return online;
    }
  } finally {
    end.abort();
  }
  throw new Error('The feed of connections ended before the embedded controller answered.');
}
