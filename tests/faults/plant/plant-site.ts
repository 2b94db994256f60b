import { migratePlant } from '#plant/database/migrate-plant.ts';
import { connectToServer } from '#plant/database/server-connections.ts';
import { Plant } from '#plant/plant.ts';
import { freePort } from '#support/free-port.ts';
import { PostgresServer } from '#support/postgresql.ts';
import { startProgram, type Program } from '#support/program.ts';
import { COUNTER_OF_PLANT } from './work.ts';

const DATABASE = 'plant';
const LAST_NUMBER = 99_999_999;
const INSTANCES = 2;

/** A plant: instances of its program on the same database of a real PostgreSQL. */
export class PlantSite {
  readonly server: PostgresServer;
  readonly key: string;
  readonly #names: readonly string[];
  readonly #ports: readonly number[];
  readonly #instances = new Map<number, Program>();
  readonly #expected = new Set<Program>();
  #turn = 0;
  /** Sentences about instances that ended by themselves. */
  readonly faults: string[] = [];

  private constructor({ server, key, names, ports }: { server: PostgresServer; key: string; names: readonly string[]; ports: number[] }) {
    this.server = server;
    this.key = key;
    this.#names = names;
    this.#ports = ports;
  }

  /** `names`: the addresses at which the lines reach it. It has one counter. */
  static async build(names: readonly string[]): Promise<PlantSite> {
    const server = await PostgresServer.start();
    const address = await server.createDatabase(DATABASE);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const connections = connectToServer([address], log);
    const plant = new Plant({ connections, now: () => Date.now(), log });
    try {
      await migratePlant(connections, { isAllowed: true });
      await plant.counters.put(COUNTER_OF_PLANT, { next: 1, last: LAST_NUMBER, description: '' });
      const key = await plant.keys.add({ name: 'lines', scopes: ['report', 'read'] });
      const ports: number[] = [];
      for (let instance = 0; instance < INSTANCES; instance += 1) ports.push(await freePort());
      return new PlantSite({ server, key, names, ports });
    } finally {
      await plant.stop();
      await connections.close();
    }
  }

  get instances(): number {
    return this.#ports.length;
  }

  /** The port of the instance whose turn it is. */
  nextPort(): number {
    this.#turn += 1;
    return this.#ports[this.#turn % this.#ports.length] ?? 0;
  }

  async startAll(): Promise<void> {
    await Promise.all(this.#ports.map((_port, instance) => this.startInstance(instance)));
  }

  async startInstance(instance: number): Promise<void> {
    const names = this.#names.flatMap((name) => ['--public-name', name]);
    const flags = ['--database', this.server.url(DATABASE), '--no-migrate', '--port', String(this.#ports[instance]), ...names];
    const program = await startProgram('plant.ts', flags);
    this.#instances.set(instance, program);
    void program.ended.then((code) => {
      if (!this.#expected.has(program)) this.faults.push(`instance ${instance} of the plant ended with ${code}: ${program.complaint()}`);
    });
  }

  async killInstance(instance: number): Promise<void> {
    const program = this.#instances.get(instance);
    if (!program) return;
    this.#expected.add(program);
    await program.kill();
  }

  /** Rows of its database. Rejects while it is down. */
  query<Row extends Record<string, unknown>>(sql: string): Promise<Row[]> {
    return this.server.query<Row>(sql, DATABASE);
  }

  async close(): Promise<void> {
    for (const instance of this.#instances.keys()) await this.killInstance(instance);
    await this.server.stop();
  }
}
