import { z } from 'zod';
import { inTransaction } from '#storage/in-transaction.ts';
import type { StationDatabase, StationTransaction } from '#storage/station-schema.ts';
import { tryStored } from '../stored-json.ts';
import type { ControllerAccess } from './controller-client.ts';

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

  /** With what its controller is asked: both are there or neither. */
  async add({ id, name, url, controllerId }: StoredConnection, access: ControllerAccess): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      const last = await trx
        .selectFrom('connections')
        .select((eb) => eb.fn.max('position').as('position'))
        .executeTakeFirst();
      const position = (last?.position ?? 0) + 1;
      await trx
        .insertInto('connections')
        .values({ id, name, url, position, controller_id: controllerId ?? null })
        .execute();
      await putAccess(trx, id, access);
    });
  }

  /** Remembers who answers at the address of a connection. */
  async identify(id: string, controllerId: string): Promise<void> {
    await this.#db.updateTable('connections').set({ controller_id: controllerId }).where('id', '=', id).execute();
  }

  async remove(id: string): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      await trx.deleteFrom('connections').where('id', '=', id).execute();
      await trx
        .deleteFrom('settings')
        .where('key', 'in', [nameKey(id), ACCESS_KEY + id, CERTIFICATE_KEY + id])
        .execute();
    });
  }

  /** The name that people gave a connection, stored also for those that are not (the embedded one, those of the command line). */
  async givenNames(): Promise<Map<string, string>> {
    return this.#byConnection(NAME_KEY);
  }

  /** The keys that controllers ask for, by connection. */
  async accessKeys(): Promise<Map<string, string>> {
    return this.#byConnection(ACCESS_KEY);
  }

  /** The certificates that people trust, as PEM, by connection. */
  async certificates(): Promise<Map<string, string>> {
    return this.#byConnection(CERTIFICATE_KEY);
  }

  /** In place of what was there before. */
  async putAccess(id: string, access: ControllerAccess): Promise<void> {
    await inTransaction(this.#db, (trx) => putAccess(trx, id, access));
  }

  async rename(id: string, name: string): Promise<void> {
    await put(this.#db, nameKey(id), name);
  }

  /** The order that people gave the connections, of those that were there then; none where it cannot be read any more. */
  async order(): Promise<string[]> {
    const value = await this.#find(ORDER_KEY);
    return value === undefined ? [] : (tryStored(idsSchema, value) ?? []);
  }

  async putOrder(ids: readonly string[]): Promise<void> {
    await put(this.#db, ORDER_KEY, JSON.stringify(ids));
  }

  /** Whether people want the controller of this station to run. */
  async isEmbeddedOn(): Promise<boolean> {
    return (await this.#find(EMBEDDED_KEY)) !== 'off';
  }

  async switchEmbedded(isOn: boolean): Promise<void> {
    await put(this.#db, EMBEDDED_KEY, isOn ? 'on' : 'off');
  }

  async #byConnection(prefix: string): Promise<Map<string, string>> {
    const rows = await this.#db.selectFrom('settings').selectAll().where('key', 'like', `${prefix}%`).execute();
    return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]));
  }

  async #find(key: string): Promise<string | undefined> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    return row?.value;
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

/** Of a key or certificate that is not there, none is left: those of known authorities are taken again. */
async function putAccess(trx: StationTransaction, id: string, { key, pinned }: ControllerAccess): Promise<void> {
  await putOrTake(trx, ACCESS_KEY + id, key);
  await putOrTake(trx, CERTIFICATE_KEY + id, pinned?.pem);
}

async function putOrTake(trx: StationTransaction, key: string, value: string | undefined): Promise<void> {
  if (value === undefined) await trx.deleteFrom('settings').where('key', '=', key).execute();
  else await put(trx, key, value);
}

async function put(db: StationDatabase, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
