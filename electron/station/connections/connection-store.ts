import { z } from 'zod';
import type { StationDatabase } from '#storage/station-schema.ts';

export interface StoredConnection {
  id: string;
  name: string;
  url: string;
  controllerId: string | undefined;
}

/** The connections that people added, in the station's database. */
export class ConnectionStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  /** In the order in which they were added. */
  async list(): Promise<StoredConnection[]> {
    const rows = await this.#db.selectFrom('connections').selectAll().orderBy('position').execute();
    return rows.map(({ id, name, url, controller_id }) => ({ id, name, url, controllerId: controller_id ?? undefined }));
  }

  async add({ id, name, url, controllerId }: StoredConnection): Promise<void> {
    const last = await this.#db
      .selectFrom('connections')
      .select((eb) => eb.fn.max('position').as('position'))
      .executeTakeFirst();
    await this.#db
      .insertInto('connections')
      .values({ id, name, url, position: (last?.position ?? 0) + 1, controller_id: controllerId ?? null })
      .execute();
  }

  /** Remembers who answers at the address of a connection. */
  async identify(id: string, controllerId: string): Promise<void> {
    await this.#db.updateTable('connections').set({ controller_id: controllerId }).where('id', '=', id).execute();
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('connections').where('id', '=', id).execute();
    await this.#db
      .deleteFrom('settings')
      .where('key', 'in', [nameKey(id), ACCESS_KEY + id, CERTIFICATE_KEY + id])
      .execute();
  }

  /** The name that people gave a connection, stored also for those that are not (the embedded one, those of the command line). */
  async givenNames(): Promise<Map<string, string>> {
    return this.#byConnection(NAME_KEY);
  }

  /** The keys that controllers ask for, by connection. */
  async accessKeys(): Promise<Map<string, string>> {
    return this.#byConnection(ACCESS_KEY);
  }

  /** Null takes it away. */
  async putAccessKey(id: string, key: string | null): Promise<void> {
    await this.#putOrTake(ACCESS_KEY + id, key);
  }

  /** The certificates that people trust, as PEM, by connection. */
  async certificates(): Promise<Map<string, string>> {
    return this.#byConnection(CERTIFICATE_KEY);
  }

  /** Null takes it away: those of known authorities are taken again. */
  async putCertificate(id: string, pem: string | null): Promise<void> {
    await this.#putOrTake(CERTIFICATE_KEY + id, pem);
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#put(nameKey(id), name);
  }

  /** The order that people gave the connections, of those that were there then. */
  async order(): Promise<string[]> {
    const value = await this.#find(ORDER_KEY);
    return value === undefined ? [] : idsSchema.parse(JSON.parse(value));
  }

  async putOrder(ids: readonly string[]): Promise<void> {
    await this.#put(ORDER_KEY, JSON.stringify(ids));
  }

  /** Whether people want the controller of this station to run. */
  async isEmbeddedOn(): Promise<boolean> {
    return (await this.#find(EMBEDDED_KEY)) !== 'off';
  }

  async switchEmbedded(isOn: boolean): Promise<void> {
    await this.#put(EMBEDDED_KEY, isOn ? 'on' : 'off');
  }

  async #byConnection(prefix: string): Promise<Map<string, string>> {
    const rows = await this.#db.selectFrom('settings').selectAll().where('key', 'like', `${prefix}%`).execute();
    return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]));
  }

  async #find(key: string): Promise<string | undefined> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    return row?.value;
  }

  async #putOrTake(key: string, value: string | null): Promise<void> {
    if (value === null) await this.#db.deleteFrom('settings').where('key', '=', key).execute();
    else await this.#put(key, value);
  }

  async #put(key: string, value: string): Promise<void> {
    await this.#db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
}

const NAME_KEY = 'connection-name:';
const ACCESS_KEY = 'connection-key:';
const CERTIFICATE_KEY = 'connection-certificate:';
const ORDER_KEY = 'connection-order';
const EMBEDDED_KEY = 'embedded-controller';
const idsSchema = z.array(z.string());

function nameKey(id: string): string {
  return NAME_KEY + id;
}
