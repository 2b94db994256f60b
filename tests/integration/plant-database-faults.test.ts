import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchivePage } from '#contract/plant/archive-search.ts';
import type { PlantReadiness } from '#contract/plant/plant-health.ts';
import { PostgresServer } from '#support/postgresql.ts';
import { runProgram, startProgram, type Program } from '#support/program.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { until } from '#support/until.ts';
import { ArchivedLine, statesOf } from './archived-line.ts';

/** A line prints numbers of the plant on through every fault of the plant's PostgreSQL, and the archive has all of its prints afterwards. */

const missing = PostgresServer.missing();
if (missing) console.log(`not run: ${missing}`);

/** Prints during each fault. */
const PRINTS = 5;
const COUNTER = 'Case';
const ROLE = 'plant';
const DATABASE = 'plant';
const LIMIT = 120_000;

/** A plant with a line on a PostgreSQL. The plant serves with a role that the server can refuse. */
class Site {
  readonly server: PostgresServer;
  readonly line = new ArchivedLine();
  readonly #started: (() => Promise<unknown>)[] = [];
  #plant!: Program;
  #key = '';

  constructor(server: PostgresServer) {
    this.server = server;
  }

  /** `others` are further addresses of the same database. */
  async start(...others: string[]): Promise<void> {
    const addresses = [this.server.url(DATABASE, ROLE), ...others].flatMap((address) => ['--database', address]);
    const added = await runProgram('plant.ts', ['keys', 'add', 'all', '--scopes', 'report,read,admin', ...addresses]);
    this.#key = added.stdout.trim().split('\n').at(-1) ?? '';
    this.#plant = await startProgram('plant.ts', ['--port', '0', ...addresses]);
    this.#started.push(() => this.#plant.stop());
    const counter = { method: 'PUT', headers: { ...this.#headers, 'content-type': 'application/json' } };
    const made = await fetch(`${this.#plant.url}/plant/v1/counters/${COUNTER}`, { ...counter, body: '{"next": 1, "last": 1000000}' });
    expect(made.ok).toBe(true);
    await this.line.start();
    this.#started.push(() => this.line.stop());
    await this.line.furnish();
    await this.line.put('settings/plant', { isEnabled: true, url: this.#plant.url, key: this.#key, name: 'Filler' });
    await this.line.put('counters/serial/plant', { counter: COUNTER });
    await this.line.print(PRINTS);
    await this.line.drain();
  }

  async readiness(): Promise<PlantReadiness> {
    return (await (await fetch(`${this.#plant.url}/healthz/ready`)).json()) as PlantReadiness;
  }

  /** The line prints, and the plant says what is wrong. */
  async printDuring(...codes: string[]): Promise<void> {
    await this.line.print(PRINTS);
    await until(
      () => this.readiness(),
      ({ warnings }) => warnings.some(({ code }) => codes.includes(code)),
    );
    await until(
      () => this.line.plantState(),
      ({ phase, waiting }) => phase === 'backing-off' && waiting >= PRINTS,
    );
  }

  /** The plant is ready again, and its archive has the ledger of the line. */
  async expectAllArchived(): Promise<void> {
    await until(
      () => this.readiness(),
      ({ status }) => status === 'ready',
    );
    expect(await this.line.drain()).toMatchObject({ refused: 0 });
    const { prints } = (await (
      await fetch(`${this.#plant.url}/plant/v1/prints?limit=500`, { headers: this.#headers })
    ).json()) as ArchivePage;
    const ledger = await this.line.ledger();
    expect(statesOf(prints)).toEqual(ledger);
    expect(new Set(prints.flatMap(({ serials }) => serials)).size).toBe(ledger.length);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.map((stop) => stop()));
  }

  get #headers(): { authorization: string } {
    return { authorization: `Bearer ${this.#key}` };
  }
}

/** Writes until the server has no space for its log, and ends itself. */
async function useUpLog(server: PostgresServer): Promise<void> {
  const write = async () =>
    server.query("SELECT pg_logical_emit_message(true, 'test', repeat('x', 4000000))").then(
      () => true,
      () => false,
    );
  await until(write, (isWritten) => !isWritten);
}

async function startServer(place?: string): Promise<PostgresServer> {
  const server = await PostgresServer.start(place);
  await server.query(`CREATE ROLE ${ROLE} LOGIN`);
  await server.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  return server;
}

describe.skipIf(missing)('a line prints on', () => {
  let site: Site;
  beforeAll(async () => {
    site = new Site(await startServer());
    await site.start();
  }, LIMIT);
  afterAll(async () => {
    await site.stop();
    await site.server.stop();
  });
  /** Open connections would go on. */
  const endConnections = () => site.server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`);

  it.each<{ fault: string; codes: string[]; begin: () => Promise<unknown>; end: () => Promise<unknown> }>([
    {
      fault: 'the database server is down',
      codes: ['database-unreachable'],
      begin: () => site.server.kill(),
      end: () => site.server.start(),
    },
    {
      fault: 'the database server accepts no changes',
      codes: ['database-read-only'],
      begin: async () => {
        await site.server.kill();
        await site.server.start(['default_transaction_read_only=on']);
      },
      end: async () => {
        await site.server.kill();
        await site.server.start();
      },
    },
    {
      fault: 'the database server refuses the role',
      codes: ['database-password'],
      begin: async () => {
        await site.server.query(`ALTER ROLE ${ROLE} NOLOGIN`);
        await endConnections();
      },
      end: () => site.server.query(`ALTER ROLE ${ROLE} LOGIN`),
    },
    {
      fault: 'the database server has no connection left',
      codes: ['database-too-many-connections'],
      begin: async () => {
        await site.server.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT 0`);
        await endConnections();
      },
      end: () => site.server.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT -1`),
    },
  ])('while $fault', { timeout: LIMIT }, async ({ codes, begin, end }) => {
    await begin();
    await site.printDuring(...codes);
    await end();
    await site.expectAllArchived();
  });
});

it.skipIf(missing ?? whyNoSmallDisk())('a line prints on while the disk of the database server is full', { timeout: LIMIT }, async () => {
  const disk = new SmallDisk(500);
  const site = new Site(await startServer(disk.folder));
  try {
    await site.start();
    disk.fill();
    await useUpLog(site.server);
    await site.printDuring('database-disk-full', 'database-unreachable', 'database-stopping');
    disk.clear();
    // A server that had no space for its log ends, and a person starts it again.
    await site.server.kill();
    await site.server.start();
    await site.expectAllArchived();
  } finally {
    await site.stop();
    await site.server.stop();
    disk.remove();
  }
});

it.skipIf(missing)('a line prints on while another database server takes over', { timeout: LIMIT }, async () => {
  const site = new Site(await startServer());
  const standby = await site.server.startStandby();
  try {
    await site.start(standby.url(DATABASE, ROLE));
    await site.server.kill();
    await site.printDuring('database-unreachable', 'database-read-only');
    await standby.promote();
    await site.expectAllArchived();
  } finally {
    await site.stop();
    await standby.stop();
    await site.server.stop();
  }
});
