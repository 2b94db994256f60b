import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = ['cups-ipp-utils', 'dbus', 'avahi-daemon'];
const PROGRAMS = ['ippeveprinter', 'dbus-daemon', 'avahi-daemon'];
const PATIENCE = 20_000;

/** Called by the printer for each job. It reports what the file `report` says, waits while there is `hold`, and prints no page if there is `blank`. */
const COMMAND = `#!/bin/sh
if [ -e "$STROBE_FOLDER/report" ]; then cat "$STROBE_FOLDER/report" >&2; fi
while [ -e "$STROBE_FOLDER/hold" ]; do sleep 0.05; done
if [ -e "$STROBE_FOLDER/fail" ]; then exit 1; fi
if [ -e "$STROBE_FOLDER/blank" ]; then exit 0; fi
echo "ATTR: job-impressions-completed=1" >&2
`;

/** Debian's sample printer for IPP Everywhere, with a message bus and a name service of its own, which it needs to start. */
export class IppEvePrinter {
  readonly port: number;
  readonly #folder: string;
  readonly #children: ChildProcess[];

  constructor({ port, folder, children }: { port: number; folder: string; children: ChildProcess[] }) {
    this.port = port;
    this.#folder = folder;
    this.#children = children;
  }

  /** Why it cannot run here; undefined if it can. As root on Debian, what is missing is installed. */
  static missing(): string | undefined {
    if (process.platform !== 'linux') return 'ippeveprinter is tried on Linux only';
    if (PROGRAMS.every(isInstalled)) return process.getuid?.() === 0 ? undefined : 'avahi-daemon needs root';
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return `not installed: ${PACKAGES.join(', ')}`;
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env: environment, timeout: 120_000 });
    return PROGRAMS.every(isInstalled) ? undefined : `could not be installed: ${PACKAGES.join(', ')}`;
  }

  static async start(): Promise<IppEvePrinter> {
    const folder = mkdtempSync(join(tmpdir(), 'strobe-ipp-'));
    mkdirSync(join(folder, 'spool'));
    writeFileSync(join(folder, 'command'), COMMAND);
    chmodSync(join(folder, 'command'), 0o755);
    const bus = isNameServiceRunning() ? {} : { DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${folder}/bus` };
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, STROBE_FOLDER: folder, TMPDIR: folder, ...bus };
    const children: ChildProcess[] = [];
    const run = (program: string, ...args: string[]): void => void children.push(spawn(program, args, { env, stdio: 'ignore' }));
    if (bus.DBUS_SYSTEM_BUS_ADDRESS !== undefined) {
      run('dbus-daemon', '--session', '--nofork', '--nopidfile', `--address=${bus.DBUS_SYSTEM_BUS_ADDRESS}`);
      await until(() => existsSync(join(folder, 'bus')));
      run('avahi-daemon', '--no-drop-root', '--no-chroot', '--no-rlimits', '-f', avahiConfig(folder));
    }
    const port = await freePort();
    const spool = ['-k', '-d', join(folder, 'spool'), '-c', join(folder, 'command'), '-f', 'image/pwg-raster,image/jpeg'];
    const printer = new IppEvePrinter({ port, folder, children });
    // The name service may not be ready yet, and the printer gives up then.
    await until(async () => {
      run('ippeveprinter', '-r', 'off', '-p', String(port), '-n', 'localhost', '-K', folder, ...spool, 'strobe test');
      const child = children.at(-1);
      await until(async () => child?.exitCode !== null || (await printer.#answers()));
      return child?.exitCode === null;
    });
    return printer;
  }

  url(scheme: 'ipp' | 'ipps' = 'ipp'): string {
    return `${scheme}://localhost:${this.port}/ipp/print`;
  }

  /** The documents that it has taken, in the order of their jobs. */
  documents(): Buffer[] {
    const spool = join(this.#folder, 'spool');
    const files = readdirSync(spool).filter((name) => name.endsWith('.pwg'));
    return files.sort((a, b) => Number.parseInt(a) - Number.parseInt(b)).map((name) => readFileSync(join(spool, name)));
  }

  /** Whether jobs wait in the printer. */
  hold(isHeld: boolean): void {
    this.#flag('hold', isHeld ? '' : undefined);
  }

  /** What it reports while it prints, such as `STATE: +media-empty-error`. */
  report(lines: string | undefined): void {
    this.#flag('report', lines);
  }

  /** Whether its jobs end without a page. */
  blank(isBlank: boolean): void {
    this.#flag('blank', isBlank ? '' : undefined);
  }

  /** Whether its jobs fail. */
  fail(isFailing: boolean): void {
    this.#flag('fail', isFailing ? '' : undefined);
  }

  async stop(): Promise<void> {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #flag(name: string, content: string | undefined): void {
    const file = join(this.#folder, name);
    if (content === undefined) rmSync(file, { force: true });
    else writeFileSync(file, `${content}\n`);
  }

  async #answers(): Promise<boolean> {
    return fetch(`http://localhost:${this.port}/`).then(
      () => true,
      () => false,
    );
  }
}

function isInstalled(program: string): boolean {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin'].some((folder) => existsSync(join(folder, program)));
}

/** Whether the system has a name service of its own: there can be only one. */
function isNameServiceRunning(): boolean {
  const file = '/run/avahi-daemon/pid';
  return existsSync('/run/dbus/system_bus_socket') && existsSync(file) && existsSync(`/proc/${readFileSync(file, 'utf8').trim()}`);
}

/** A name service that neither answers nor sends on any network. */
function avahiConfig(folder: string): string {
  const file = join(folder, 'avahi.conf');
  writeFileSync(file, '[server]\nallow-interfaces=lo\nuse-ipv6=no\n[publish]\ndisable-publishing=yes\n');
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Waits for a condition that other programs bring about. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('the printer did not start in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
