import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { until } from './until.ts';

const MIRROR = 'http://deb.debian.org/debian';
const TOOLS = ['debootstrap', 'systemd-container', 'lintian', 'xfsprogs'];
const PROGRAMS = ['debootstrap', 'systemd-nspawn', 'lintian', 'dpkg-deb', 'xfs_io', 'mkfs.ext4'];
/** Sparse: it takes what is written. */
const DISK_SIZE = '8G';
const INSTALL_LIMIT = 10 * 60_000;
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
/** Kept between runs, since making it takes one to two minutes. */
const CACHE = '/var/tmp';

/** What a command in the container did. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A Debian of its own with systemd as its first process, in namespaces of its own: it sees no file, process or network of this machine. Needs root. */
export class DebianContainer {
  readonly #folder: string;
  readonly #base: string;
  #process: ChildProcess | undefined;
  #leader: number | undefined;

  private constructor(folder: string, base: string) {
    this.#folder = folder;
    this.#base = base;
  }

  /** Why there can be none here; undefined if there can. As root on Debian, its tools are installed if they are missing. */
  static missing(): string | undefined {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return 'needs root on Debian';
    if (PROGRAMS.every(isInstalled)) return undefined;
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', '--no-install-recommends', ...TOOLS]);
    return PROGRAMS.every(isInstalled) ? undefined : `could not be installed: ${TOOLS.join(', ')}`;
  }

  /** Makes one from the release of this machine with these packages. What is changed in it is lost when it is removed. */
  static create(packages: readonly string[]): DebianContainer {
    const container = new DebianContainer(mkdtempSync(join(tmpdir(), 'strobe-debian-')), baseSystem(packages));
    for (const part of ['disk', 'root']) mkdirSync(join(container.#folder, part));
    const image = join(container.#folder, 'disk.img');
    execFileSync('truncate', ['--size', DISK_SIZE, image]);
    execFileSync('mkfs.ext4', ['-q', image]);
    container.#mount();
    return container;
  }

  /** A disk of its own below what is changed, so that a power cut can lose what the disk does not have yet. */
  #mount(): void {
    const disk = join(this.#folder, 'disk');
    execFileSync('mount', ['-o', 'loop', join(this.#folder, 'disk.img'), disk]);
    const [upper, work] = [join(disk, 'upper'), join(disk, 'work')];
    for (const part of [upper, work]) mkdirSync(part, { recursive: true });
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${this.#base},upperdir=${upper},workdir=${work}`, this.root]);
  }

  /** The folder of its root, as this machine sees it. */
  get root(): string {
    return join(this.#folder, 'root');
  }

  /** Process id of its first process, whose namespaces other programs can enter. */
  get leader(): number {
    if (this.#leader === undefined) throw new Error('the container does not run');
    return this.#leader;
  }

  /** Starts it, and resolves when systemd has started all its services. */
  async boot(): Promise<void> {
    const flags = ['--boot', '--register=no', '--keep-unit', '--private-network', '--console=pipe', `--machine=strobe-${process.pid}`];
    const child = spawn('systemd-nspawn', ['--directory', this.root, ...flags], { stdio: ['ignore', 'ignore', 'ignore'] });
    this.#process = child;
    // Its first child only prepares the folder, and ends.
    this.#leader = await until(
      () => Promise.resolve(childrenOf(child.pid ?? 0).find((pid) => nameOf(pid) === 'systemd')),
      (pid) => pid !== undefined || child.exitCode !== null,
    );
    if (child.exitCode !== null) throw new Error(`systemd-nspawn ended with ${child.exitCode}`);
    await until(
      () => this.run('systemctl', 'is-system-running'),
      ({ stdout }) => ['running', 'degraded'].includes(stdout.trim()),
    );
  }

  /**
   * Ends all its processes at once, and loses what its disk does not have yet, as a power cut does. `look` runs between the two, when everything that a process
   * wrote can still be read.
   */
  async cutPower(look: () => void = () => undefined): Promise<void> {
    await this.#end();
    look();
    execFileSync('xfs_io', ['-x', '-c', 'shutdown', join(this.#folder, 'disk')]);
    this.#unmount();
    this.#mount();
  }

  async #end(): Promise<void> {
    if (!this.#process) return;
    const ended = once(this.#process, 'exit');
    process.kill(this.leader, 'SIGKILL');
    await ended;
    this.#process = undefined;
    this.#leader = undefined;
  }

  #unmount(): void {
    for (const part of ['root', 'disk']) execFileSync('umount', [join(this.#folder, part)]);
  }

  /** Ends its processes and removes its files. */
  async remove(): Promise<void> {
    await this.#end();
    this.#unmount();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs a command as root in it, and resolves with what it did. */
  run(command: string, ...args: string[]): Promise<CommandResult> {
    const environment = ['-i', `PATH=${PATH}`, 'HOME=/root', 'TERM=dumb', 'DEBIAN_FRONTEND=noninteractive'];
    const enter = ['--target', String(this.leader), '--all', '/usr/bin/env', ...environment, command, ...args];
    return new Promise((resolve) => {
      execFile('nsenter', enter, { maxBuffer: 1 << 26, timeout: INSTALL_LIMIT }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      });
    });
  }

  /** As `run`, and returns the output. Throws an error with what the command wrote when it failed. */
  async output(command: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(command, ...args);
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Copies a file of this machine into it. A power cut does not lose it. */
  addFile(file: string, path: string): void {
    this.write(path, readFileSync(file));
  }

  /** As `addFile`. */
  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content, { flush: true });
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }
}

/** Made once for each list of packages. A folder with its final name is complete. */
function baseSystem(packages: readonly string[]): string {
  const suite = execFileSync('sh', ['-c', '. /etc/os-release && echo "$VERSION_CODENAME"'], { encoding: 'utf8' }).trim();
  const key = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 12);
  const folder = join(CACHE, `strobe-debian-${suite}-${key}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  execFileSync('debootstrap', ['--variant=minbase', suite, part, MIRROR], { stdio: 'ignore', timeout: INSTALL_LIMIT });
  copyFileSync('/etc/resolv.conf', join(part, 'etc/resolv.conf'));
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages];
  execFileSync('chroot', [part, ...install], { stdio: 'ignore', timeout: INSTALL_LIMIT, env: { PATH, DEBIAN_FRONTEND: 'noninteractive' } });
  rmSync(join(part, 'var/cache/apt/archives'), { recursive: true, force: true });
  renameSync(part, folder);
  return folder;
}

function isInstalled(program: string): boolean {
  return PATH.split(':').some((folder) => existsSync(join(folder, program)));
}

function apt(args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=200', ...args], { env, stdio: 'ignore', timeout: INSTALL_LIMIT });
}

function nameOf(pid: number): string {
  const file = `/proc/${pid}/comm`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}
