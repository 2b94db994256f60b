import { basename } from 'node:path';
import { UPDATE_ENDS, type UpdateProgress, type UpdateStage } from '#contract/updates/update-state.ts';
import type { DebianContainer } from '#support/debian-container.ts';
import { until } from '#support/until.ts';

const API = 'http://127.0.0.1:7311/api/v3';
const PRINTER = `${API}/printers/Line%201`;
const UPDATE_STATUS = '/var/lib/strobe-update/status.json';
const ENDS: readonly string[] = UPDATE_ENDS;
const CURL = ['curl', '--silent', '--show-error', '--fail-with-body'] as const;
const TABLE = 'GTIN;Name\n9521234510000;Ketchup 500 ml\n';
/** The services of the kiosk need a screen; here a server without one, and no session of a person at a terminal. */
const KIOSK_WITHOUT_SCREEN = `[Service]
PAMName=
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
StandardInput=null
UtmpIdentifier=
Environment="KIOSK_SERVER=/usr/bin/Xvfb :7 -screen 0 1280x800x24 -nolisten tcp" KIOSK_OPTIONS=--browser-flag=--disable-gpu
EnvironmentFile=
`;

interface Prints {
  prints: { id: number; state: string; counters: { name: string; value: number }[] }[];
}

/** A line PC with the installed package, worked with as a person and a plain HTTP client do. */
export class InstalledLine {
  readonly #container: DebianContainer;

  constructor(container: DebianContainer) {
    this.#container = container;
  }

  /** Installs a package file with apt, also over a newer version. */
  async install(file: string): Promise<void> {
    const path = `/root/${basename(file)}`;
    this.#container.addFile(file, path);
    await this.#container.output('apt-get', 'install', '--yes', '--allow-downgrades', '--no-install-recommends', path);
    await this.isReady();
  }

  /** Installs a signed package with `strobe update`, and resolves with how that ended. */
  async update(file: string): Promise<string> {
    await this.askForUpdate(file);
    await this.#progress(({ stage }) => !ENDS.includes(stage));
    return (await this.#progress(({ stage }) => ENDS.includes(stage))).stage;
  }

  /** Resolves with the published progress of the update when it is at this stage. */
  updateReaches(wanted: UpdateStage): Promise<UpdateProgress> {
    return this.#progress(({ stage }) => stage === wanted);
  }

  async #progress(isRight: (progress: UpdateProgress) => boolean): Promise<UpdateProgress> {
    const ask = async (): Promise<UpdateProgress | undefined> => {
      const { stdout } = await this.#container.run('cat', UPDATE_STATUS);
      const { progress } = JSON.parse(stdout || '{}') as { progress?: UpdateProgress | null };
      return progress && isRight(progress) ? progress : undefined;
    };
    const found = await until(ask, (progress) => progress !== undefined);
    if (!found) throw new Error('no update has begun');
    return found;
  }

  /** Asks for the installation of a signed package, and resolves when it has been accepted. */
  async askForUpdate(file: string, ...flags: string[]): Promise<void> {
    const path = `/root/${basename(file)}`;
    for (const ending of ['', '.sig']) this.#container.addFile(file + ending, path + ending);
    await this.#container.output('strobe', 'update', 'install', '--now', ...flags, path);
  }

  async states(...units: string[]): Promise<string[]> {
    const { stdout } = await this.#container.run('systemctl', 'is-active', ...units);
    return stdout.trim().split('\n');
  }

  /** What `systemd-analyze security` says: 0 is closed, 10 is open. */
  async securityScore(unit: string): Promise<number> {
    const text = await this.#container.output('systemd-analyze', '--no-pager', 'security', unit);
    return Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1] ?? Number.NaN);
  }

  async version(): Promise<string> {
    const { version } = JSON.parse(await this.#curl('http://127.0.0.1:7311/healthz')) as { version: string };
    return version;
  }

  /** Resolves when the controller says that it can print. */
  async isReady(): Promise<void> {
    await until(
      () => this.#container.run('curl', '--silent', '--fail', 'http://127.0.0.1:7311/healthz/ready'),
      ({ code }) => code === 0,
    );
  }

  /** Waits for an update that runs, and for the controller if its service is on; then confirms data that were restored. */
  async settle(): Promise<void> {
    await until(
      () => this.#container.run('systemctl', 'is-active', 'strobe-update.service'),
      ({ stdout }) => stdout.trim() !== 'activating',
    );
    const [state] = await this.states('strobe-controller.service');
    if (state !== 'active' && state !== 'activating') return;
    await until(
      () => this.#container.run('curl', '--silent', '--fail', 'http://127.0.0.1:7311/healthz/live'),
      ({ code }) => code === 0,
    );
    await this.#container.run(...CURL, '-X', 'POST', `${API}/recovery/confirm`);
  }

  /** Stores a table, a counter and the label, and selects a job for many copies. */
  async prepare(label: unknown): Promise<void> {
    await this.#put('/tables/Goods', TABLE, 'text/csv');
    await this.#put('/counters/Serial', JSON.stringify({ value: 1, width: 6 }));
    await this.#put('/labels/Case', JSON.stringify(label));
    const job = { labelName: 'Case', tableName: 'Goods', keyColumn: 'GTIN', key: '9521234510000' };
    await this.#container.output(
      ...CURL,
      `${PRINTER}/printJob`,
      '-H',
      'Content-Type: application/json',
      '--data-binary',
      JSON.stringify(job),
    );
  }

  /** Prints so many copies of the selected job. */
  async print(copies: number): Promise<void> {
    const newest = await this.#newestPrint();
    for (let done = 1; done <= copies; done++) {
      await until(
        () => this.#container.run('curl', '--silent', '--request', 'POST', `${PRINTER}/trigger`),
        ({ stdout }) => stdout.includes('"printing"'),
      );
      await until(
        () => this.#newestPrint(),
        (id) => id >= newest + done,
      );
    }
  }

  /** The id of the last print in the ledger; 0 without one. */
  async #newestPrint(): Promise<number> {
    const { prints } = JSON.parse(await this.#curl(`${API}/prints?printer=Line%201&limit=1`)) as Prints;
    return prints[0]?.id ?? 0;
  }

  /** The serials of the last 500 prints in the ledger, in order. */
  async serials(): Promise<number[]> {
    const { prints } = JSON.parse(await this.#curl(`${API}/prints?printer=Line%201&limit=500`)) as Prints;
    return prints.flatMap(({ counters }) => counters.map(({ value }) => value)).sort((a, b) => a - b);
  }

  /** Sends a signal to the controller's process, and waits until systemd has started another one. */
  async killController(signal: string): Promise<void> {
    const pidOf = async (): Promise<string> =>
      (await this.#container.output('systemctl', 'show', '-P', 'MainPID', 'strobe-controller')).trim();
    const before = await pidOf();
    await this.#container.output('kill', '-s', signal, before);
    await until(pidOf, (pid) => pid !== before && pid !== '0');
  }

  async openKiosk(): Promise<void> {
    this.#container.write('/etc/systemd/system/strobe-kiosk.service.d/screen.conf', KIOSK_WITHOUT_SCREEN);
    await this.#container.output('systemctl', 'daemon-reload');
    await this.#container.output('systemctl', 'enable', '--now', 'strobe-kiosk');
  }

  /** Resolves when a page of the kiosk's browser is connected to the station: two ends of a socket whose client is the browser. */
  async pageIsOpen(): Promise<void> {
    await until(
      () => this.#pageSockets(),
      (sockets) => sockets > 0,
    );
  }

  /** Kills the processes of the kiosk whose command line matches, and waits until their connections are gone. */
  async killKiosk(pattern: string): Promise<void> {
    const pids = (await this.#container.run('pgrep', '--full', '--uid', 'strobe-kiosk', pattern)).stdout.trim().split('\n');
    if (pids[0] === '') throw new Error(`no process of the kiosk matches ${pattern}`);
    await this.#container.run('kill', '-s', 'KILL', ...pids);
    await until(
      () => this.#container.run('kill', '-s', '0', pids[0] ?? ''),
      ({ code }) => code !== 0,
    );
  }

  /** Connections of the kiosk's account to the page's server. */
  async #pageSockets(): Promise<number> {
    const uid = (await this.#container.output('id', '-u', 'strobe-kiosk')).trim();
    // Columns of proc(5): 1 local address, 2 remote address, 3 state (01 = established), 7 user id. 0x1C8E is port 7310.
    const table = await this.#container.output('cat', '/proc/net/tcp');
    return table
      .split('\n')
      .map((row) => row.trim().split(/\s+/))
      .filter((cells) => cells[2]?.endsWith(':1C8E') && cells[3] === '01' && cells[7] === uid).length;
  }

  async #put(path: string, body: string, type = 'application/json'): Promise<void> {
    const header = `Content-Type: ${type}`;
    await this.#container.output(...CURL, '-X', 'PUT', API + path, '-H', header, '--data-binary', body);
  }

  #curl(url: string): Promise<string> {
    return this.#container.output(...CURL, url);
  }
}
