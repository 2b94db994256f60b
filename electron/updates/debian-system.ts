import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { moveDurably, syncTree } from '#storage/files/durable-file.ts';
import { PACKAGE } from './check-package.ts';
import type { InstalledPackage, InstalledSystem } from './installed-system.ts';
import { packInstalled } from './pack-installed.ts';
import { requireTool, runTool, type ToolResult } from './run-tool.ts';

export interface DebianOptions {
  /** Data folder of the controller. */
  controllerFolder: string;
  /** Where the package installs the program. */
  programFolder: string;
  /** Where the copy of the running program is kept. */
  runnerFolder: string;
  /** Options for every call of dpkg, to install into a folder. */
  dpkgOptions?: readonly string[];
  /** How the programs are started and stopped; `systemd` by default. */
  services?: Services;
}

/** Starts and stops the programs. */
export type Services = Pick<InstalledSystem, 'start' | 'stop' | 'hasFailed'>;

const SERVICES = ['strobe-controller.service', 'strobe-station.service'];
const CONTROLLER = 'strobe-controller.service';
const STOP_LIMIT = 120_000;
/** How long to wait for another run of dpkg, as of an automatic upgrade: so many times, after so many milliseconds. */
const ATTEMPTS = 60;
const PAUSE = 2_000;
const KEY_DAYS = 3;
const DAY = 86_400_000;

const systemd: Services = {
  // Waiting for the start at boot would wait for this program itself.
  start: async () => void (await requireTool('systemctl', ['--no-block', 'start', ...SERVICES])),
  stop: async () => void (await requireTool('systemctl', ['stop', ...SERVICES], { limit: STOP_LIMIT })),
  hasFailed: async () => (await runTool('systemctl', ['is-failed', '--quiet', CONTROLLER])).code === 0,
};

/** Debian's package tools, and systemd. */
export function debianSystem(options: DebianOptions): InstalledSystem {
  const { dpkgOptions = [], services = systemd } = options;
  const controller = new InstalledController(options);
  return {
    start: () => services.start(),
    stop: () => services.stop(),
    hasFailed: () => services.hasFailed(),
    installed: () => installed(dpkgOptions),
    install: async (file) => refuseFailure(await dpkg([...dpkgOptions, '--force-confold', '--install', file])),
    repair: async () => void (await dpkg([...dpkgOptions, '--force-confold', '--configure', '-a'])),
    packInstalled: (file) => packInstalled(file, dpkgOptions),
    keepProgram: async () => keepProgram(options),
    dropProgram: () => rmSync(options.runnerFolder, { recursive: true, force: true }),
    backUp: (name) => controller.backUp(name),
    addReadKey: (name) => controller.addReadKey(name),
  };
}

async function installed(dpkgOptions: readonly string[]): Promise<InstalledPackage> {
  const output = await requireTool('dpkg-query', [
    ...queryOptions(dpkgOptions),
    '--show',
    '--showformat',
    '${db:Status-Abbrev}|${Version}',
    PACKAGE,
  ]);
  const [status = '', version = ''] = output.split('|');
  return { version: version.trim(), isWhole: status.trim() === 'ii' };
}

/** `dpkg-query` knows only the options that say where the database of packages is. */
export function queryOptions(dpkgOptions: readonly string[]): string[] {
  return dpkgOptions.filter((option) => /^--(admindir|root)=/.test(option));
}

/** Runs dpkg; waits while another run has its lock. */
async function dpkg(args: readonly string[]): Promise<ToolResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runTool('dpkg', args);
    if (!/is locked by another process|lock was locked/.test(result.stderr) || attempt === ATTEMPTS) return result;
    await wait(PAUSE);
  }
}

function refuseFailure({ code, stdout, stderr }: ToolResult): void {
  if (code === 0) return;
  const lines = (stderr || stdout).trim().split('\n');
  throw new Error(`dpkg failed: ${lines.find((line) => line.includes('error')) ?? lines.at(-1) ?? ''}`);
}

/** The program that runs: its runtime and its bundles, in the same places relative to each other. */
function keepProgram({ programFolder, runnerFolder }: DebianOptions): void {
  const part = `${runnerFolder}.part`;
  rmSync(part, { recursive: true, force: true });
  for (const name of ['bin/node', 'dist/programs', 'package.json']) {
    const source = join(programFolder, name);
    if (!existsSync(source)) continue;
    mkdirSync(dirname(join(part, name)), { recursive: true });
    cpSync(source, join(part, name), { recursive: true });
  }
  // A runtime that a power cut has left empty would be run as an empty script, and succeed.
  syncTree(part);
  rmSync(runnerFolder, { recursive: true, force: true });
  moveDurably(part, runnerFolder);
}

/** The commands of the installed controller on its data. They run as the owner of the data, so that no file of them belongs to root. */
class InstalledController {
  readonly #options: DebianOptions;

  constructor(options: DebianOptions) {
    this.#options = options;
  }

  async backUp(name: string): Promise<void> {
    const { controllerFolder } = this.#options;
    if (!existsSync(join(controllerFolder, 'controller.db'))) return;
    const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
    // An update that was interrupted may begin again within the same second, and no backup is replaced.
    const file = join(controllerFolder, 'backups', `${name}-${moment}-${randomBytes(4).toString('hex')}.strobe-backup`);
    await this.#run(['backup', '--data', controllerFolder, '--to', file]);
  }

  async addReadKey(name: string): Promise<string> {
    const { controllerFolder } = this.#options;
    const expires = new Date(Date.now() + KEY_DAYS * DAY).toISOString().slice(0, 10);
    return (await this.#run(['keys', 'add', name, '--scopes', 'read', '--expires', expires, '--data', controllerFolder])).trim();
  }

  #run(args: readonly string[]): Promise<string> {
    const { programFolder, controllerFolder } = this.#options;
    const { uid, gid } = statSync(controllerFolder);
    const node = join(programFolder, 'bin/node');
    const program = join(programFolder, 'dist/programs/controller.js');
    return requireTool(existsSync(node) ? node : process.execPath, [program, ...args], { user: { uid, gid } });
  }
}
