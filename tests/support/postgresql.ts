import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

const PATIENCE = 30_000;
const PLACES = '/usr/lib/postgresql';
const USER = 'postgres';
/** Names a running server. */
const RUNNING = 'DATABASE_URL';

/** A PostgreSQL server with data of its own, on a port that it keeps when it is killed and started again. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** Why it cannot run here; undefined if it can. As root on Debian, it is installed if it is missing. */
  static missing(): string | undefined {
    if (programs() !== undefined) return undefined;
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return 'not installed: postgresql';
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Another test file may install it at the same time.
    const wait = ['-o', 'DPkg::Lock::Timeout=200'];
    spawnSync('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      env: environment,
      timeout: 240_000,
    });
    return programs() === undefined ? 'could not be installed: postgresql' : undefined;
  }

  /** Its data are in a new folder within `place`. */
  static async start(place = tmpdir()): Promise<PostgresServer> {
    const server = await PostgresServer.#create(place);
    server.#run('initdb', ['--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']);
    await server.start();
    return server;
  }

  static async #create(place: string): Promise<PostgresServer> {
    const folder = mkdtempSync(join(place, 'strobe-postgresql-'));
    const owner = ownerOf();
    if (owner) chownSync(folder, owner.uid, owner.gid);
    return new PostgresServer(await freePort(), folder);
  }

  /** Starts a server that follows this one. From now on this one acknowledges a change only when the other has it. */
  async startStandby(): Promise<PostgresServer> {
    const standby = await PostgresServer.#create(tmpdir());
    standby.#run('pg_basebackup', [
      ...['--host=127.0.0.1', `--port=${this.port}`, `--username=${USER}`, '--write-recovery-conf', '--no-sync', '--checkpoint=fast'],
    ]);
    await standby.start();
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query('SELECT pg_reload_conf()');
    return standby;
  }

  /** A standby takes over: it accepts changes, and waits for no other server. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
    await this.query('ALTER SYSTEM RESET synchronous_standby_names');
    await this.query('SELECT pg_reload_conf()');
  }

  /** The address of a database on it. */
  url(database = USER, role = USER): string {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /** Creates an empty database and returns its address. */
  async createDatabase(name: string): Promise<string> {
    await this.query(`CREATE DATABASE "${name}"`);
    return this.url(name);
  }

  /** Runs a statement on a connection of its own. */
  query<Row extends pg.QueryResultRow>(sql: string, database = USER): Promise<Row[]> {
    return runStatement(this.url(database), sql);
  }

  /** Starts it again after `kill`. `options` are settings such as `max_connections=10`. */
  async start(options: readonly string[] = []): Promise<void> {
    // A test needs no protection against a loss of power.
    const settings = ['listen_addresses=127.0.0.1', 'fsync=off', ...options].flatMap((setting) => ['-c', setting]);
    const args = ['-D', this.#data, '-p', String(this.port), '-k', this.#folder, ...settings];
    const child = spawn(this.#program('postgres'), args, { stdio: 'ignore', cwd: this.#folder, ...ownerOf() });
    this.#child = child;
    const end = Date.now() + PATIENCE;
    while (!(await this.#accepts())) {
      if (child.exitCode !== null || Date.now() > end) throw new Error('PostgreSQL did not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends it at once, without a checkpoint: as `pg_ctl stop -m immediate`. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGQUIT');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** Runs a program that makes its data. */
  #run(program: string, settings: readonly string[]): void {
    execFileSync(this.#program(program), ['-D', this.#data, ...settings], { stdio: 'ignore', cwd: this.#folder, ...ownerOf() });
  }

  #program(name: string): string {
    return join(programs() ?? '', name);
  }

  async #accepts(): Promise<boolean> {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}

/** The folder of the newest version that is installed. */
function programs(): string | undefined {
  if (!existsSync(PLACES)) return undefined;
  const versions = readdirSync(PLACES).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(PLACES, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root: it then runs as the user of Debian's package. */
function ownerOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Creates databases for tests that need no server of their own. */
export class TestDatabases {
  readonly #admin: string;
  readonly #created: string[] = [];
  readonly #stop: () => Promise<void>;

  private constructor(admin: string, stop: () => Promise<void>) {
    this.#admin = admin;
    this.#stop = stop;
  }

  /** Why there is no server for them; undefined if there is one. */
  static missing(): string | undefined {
    return process.env[RUNNING] === undefined ? PostgresServer.missing() : undefined;
  }

  /** On the running server that the environment variable `DATABASE_URL` names, whose role may create databases, or else on a server of their own. */
  static async open(): Promise<TestDatabases> {
    const running = process.env[RUNNING];
    if (running !== undefined) return new TestDatabases(running, () => Promise.resolve());
    const server = await PostgresServer.start();
    return new TestDatabases(server.url(), () => server.stop());
  }

  /** Creates an empty database and returns its address. */
  async create(): Promise<string> {
    const name = `strobe_test_${randomBytes(6).toString('hex')}`;
    await runStatement(this.#admin, `CREATE DATABASE ${name}`);
    this.#created.push(name);
    const address = new URL(this.#admin);
    address.pathname = name;
    return address.href;
  }

  /** Removes the databases, also those that are still in use. */
  async close(): Promise<void> {
    for (const name of this.#created) await runStatement(this.#admin, `DROP DATABASE ${name} WITH (FORCE)`);
    await this.#stop();
  }
}

/** Runs a statement on a connection of its own. */
async function runStatement<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
