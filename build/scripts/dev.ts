import { once } from 'node:events';
import { realpathSync, watch } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { createServer as createViteServer } from 'vite';
import { RestartedProgram } from './restarted-program.ts';
import { stationProxy } from './station-proxy.ts';

/**
 * `npm run dev`: Vite serves the page and replaces its parts as they change; the headless station behind it, with its embedded controller, is started
 * again when a file of `electron/` changes. Browsers open one address, Vite's; it passes on to the station what is the station's.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOST = '127.0.0.1';
const LISTENING = /^station listening on http:\/\/127\.0\.0\.1:(\d+)$/;
const START_ADDRESS = /^open it once at http:\/\/[^/]+(\/#\S+)$/;
/** An editor writes several files at once, and each in several steps. */
const SETTLING_TIME = 100;
const HELP = `npm run dev -- [options]

  --data DIR              the folder of everything that the station keeps (data)
  --port N                where browsers open the page (7310; 0 = any free port)
  --station-port N        where the station behind it listens (7312; 0 = any free port)
  --controller-port N     where its controller listens (7311; 0 = any free port)
  --controller URL        a controller for this run (repeatable)
  --no-embedded           start no controller
`;

const OPTIONS = {
  data: { type: 'string', default: 'data' },
  port: { type: 'string', default: '7310' },
  'station-port': { type: 'string', default: '7312' },
  'controller-port': { type: 'string', default: '7311' },
  controller: { type: 'string', multiple: true, default: [] },
  'no-embedded': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

type Flags = ReturnType<typeof parseFlags>;

function parseFlags(args: string[]) {
  return parseArgs({ args, options: OPTIONS }).values;
}

/** The page from its sources. */
interface PageSources {
  port: number;
  close: () => Promise<void>;
}

function stationArgs(flags: Flags, port: string): string[] {
  return [
    join(ROOT, 'electron/headless.ts'),
    ...['--data', flags.data, '--port', port, '--controller-port', flags['controller-port']],
    ...flags.controller.flatMap((url) => ['--controller', url]),
    ...(flags['no-embedded'] ? ['--no-embedded'] : []),
  ];
}

/** Vite behind a server of our own: one that Vite opens itself ends the process at SIGTERM before the station has ended. */
async function serveSources(port: number, stationPort: number): Promise<PageSources> {
  const server = createHttpServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  const { port: pagePort } = server.address() as AddressInfo;
  const vite = await createViteServer({
    configFile: join(ROOT, 'build/vite.renderer.config.ts'),
    configLoader: 'native',
    cacheDir: join(ROOT, 'node_modules/.cache/vite'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      ...{ middlewareMode: { server }, hmr: { server }, cors: false },
      // A worktree may share the packages of another checkout by a link.
      fs: { allow: [ROOT, realpathSync(join(ROOT, 'node_modules'))] },
      proxy: stationProxy({ page: pagePort, station: stationPort }),
    },
  });
  server.on('request', vite.middlewares);
  return {
    port: pagePort,
    close: async () => {
      await vite.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The station, the page in front of it, and what watches the code. */
class Development {
  readonly #flags: Flags;
  readonly #station: RestartedProgram;
  /** The station keeps the port of its first start: the name of the browsers' cookie has it. */
  #stationPort: string;
  #page: Promise<PageSources> | undefined;
  #settling: NodeJS.Timeout | undefined;

  constructor(flags: Flags) {
    this.#flags = flags;
    this.#stationPort = flags['station-port'];
    this.#station = new RestartedProgram({
      args: () => stationArgs(flags, this.#stationPort),
      onLine: (line) => void this.#hear(line).catch((error: unknown) => this.#fail(error)),
      onEnd: (code) => {
        if (!this.#page) process.exit(code);
        console.log(`station ended with exit code ${code}; it starts again when a file of electron/ changes`);
      },
    });
  }

  start(): void {
    this.#station.start();
    watch(join(ROOT, 'electron'), { recursive: true }, () => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => void this.#restart(), SETTLING_TIME);
    });
  }

  async stop(): Promise<void> {
    clearTimeout(this.#settling);
    await (await this.#page)?.close();
    await this.#station.stop();
  }

  async #restart(): Promise<void> {
    console.log('electron/ has changed: the station starts again');
    await this.#station.restart();
  }

  async #hear(line: string): Promise<void> {
    const port = LISTENING.exec(line)?.[1];
    if (port !== undefined) {
      this.#stationPort = port;
      this.#page ??= serveSources(Number(this.#flags.port), Number(port));
      return;
    }
    const path = START_ADDRESS.exec(line)?.[1];
    if (path === undefined) return console.log(line);
    const page = await this.#page;
    if (page) console.log(`open it once at http://${HOST}:${page.port}${path}`);
  }

  #fail(error: unknown): void {
    console.error(`dev: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    void this.#station.stop().then(() => process.exit());
  }
}

function flagsOf(args: string[]): Flags {
  try {
    return parseFlags(args);
  } catch (error) {
    console.error(`dev: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  }
}

const flags = flagsOf(process.argv.slice(2));
if (flags.help) {
  console.log(HELP);
} else {
  const development = new Development(flags);
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void (stopping ??= development.stop().then(() => process.exit(0))));
  }
  development.start();
}
