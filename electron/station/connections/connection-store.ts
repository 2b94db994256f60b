import { z } from 'zod';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { StationDatabase, StationTransaction } from '#storage/database/station-schema.ts';
import { parseStored } from '../platform/stored-json.ts';
import { SealedSettings, type StoredSecret } from '../secrets/sealed-settings.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { ControllerAccess } from './controller-client.ts';

export interface StoredConnection {
  id: string;
  name: string;
  url: string;
  controllerId: string | undefined;
}

type SealedAccess = Pick<ControllerAccess, 'pinned' | 'isKeyLost'> & { sealed: string | undefined };

/** The connections that people added, and the settings of all connections, in the station's database. API keys are stored encrypted. */
export class ConnectionStore {
  readonly #db: StationDatabase;
  readonly #keys: SealedSettings;

  constructor(db: StationDatabase, secrets: Secrets) {
    this.#db = db;
    this.#keys = new SealedSettings({ db, secrets, prefix: SEALED_KEY, plainPrefix: PLAIN_KEY });
  }

  /** Sorted by the order in which they were added. */
  async list(): Promise<StoredConnection[]> {
    const rows = await this.#db.selectFrom('connections').selectAll().orderBy('position').execute();
    return rows.map(({ id, name, url, controller_id }) => ({ id, name, url, controllerId: controller_id ?? undefined }));
  }

  /** Stores the connection and its access in one transaction. */
  async add({ id, name, url, controllerId }: StoredConnection, access: ControllerAccess): Promise<void> {
    const sealed = await this.#seal(id, access);
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
      await this.#putAccess(trx, id, { ...access, sealed });
    });
  }

  /** Stores the identity of the controller at the address of a connection. */
  async identify(id: string, controllerId: string): Promise<void> {
    await this.#db.updateTable('connections').set({ controller_id: controllerId }).where('id', '=', id).execute();
  }

  async remove(id: string): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      await this.#keys.remove(trx, id);
      await trx.deleteFrom('connections').where('id', '=', id).execute();
      await trx
        .deleteFrom('settings')
        .where('key', 'in', [nameKey(id), CERTIFICATE_KEY + id])
        .execute();
    });
  }

  /** Names that people gave to connections, by id; also of the embedded controller and of connections from the command line. */
  async givenNames(): Promise<Map<string, string>> {
    return this.#byConnection(NAME_KEY);
  }

  /** API keys by connection id; undefined for one that is stored but cannot be decrypted any more. */
  async accessKeys(): Promise<Map<string, StoredSecret>> {
    return this.#keys.read();
  }

  /** Encrypts the keys that an earlier version stored as they are. Rejects with what disk or keyring throw; the keys stay usable. */
  async encryptKeys(): Promise<void> {
    await this.#keys.upgrade();
  }

  /** Trusted certificates as PEM, by connection id. */
  async certificates(): Promise<Map<string, string>> {
    return this.#byConnection(CERTIFICATE_KEY);
  }

  /** Replaces key and certificate; one that is undefined is deleted, except a lost key. */
  async putAccess(id: string, access: ControllerAccess): Promise<void> {
    const sealed = await this.#seal(id, access);
    await inTransaction(this.#db, (trx) => this.#putAccess(trx, id, { ...access, sealed }));
  }

  async rename(id: string, name: string): Promise<void> {
    await put(this.#db, nameKey(id), name);
  }

  /** Connection ids in the order that a person chose; empty if there is none or it cannot be read. */
  async order(): Promise<string[]> {
    const value = await this.#find(ORDER_KEY);
    return value === undefined ? [] : (parseStored(idsSchema, value) ?? []);
  }

  async putOrder(ids: readonly string[]): Promise<void> {
    await put(this.#db, ORDER_KEY, JSON.stringify(ids));
  }

  /** False when a person switched the embedded controller off. */
  async isEmbeddedOn(): Promise<boolean> {
    return (await this.#find(EMBEDDED_KEY)) !== 'off';
  }

  async switchEmbedded(isOn: boolean): Promise<void> {
    await put(this.#db, EMBEDDED_KEY, isOn ? 'on' : 'off');
  }

  async #seal(id: string, { key }: ControllerAccess): Promise<string | undefined> {
    return key === undefined ? undefined : this.#keys.seal(id, key);
  }

  async #putAccess(trx: StationTransaction, id: string, { sealed, isKeyLost, pinned }: SealedAccess): Promise<void> {
    if (sealed !== undefined) await this.#keys.put(trx, id, sealed);
    // The value of a lost key stays: the key file may come back.
    else if (!isKeyLost) await this.#keys.remove(trx, id);
    await putOrDelete(trx, CERTIFICATE_KEY + id, pinned?.pem);
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
const SEALED_KEY = 'connection-sealed-key:';
/** Before keys were encrypted. */
const PLAIN_KEY = 'connection-key:';
const CERTIFICATE_KEY = 'connection-certificate:';
const ORDER_KEY = 'connection-order';
const EMBEDDED_KEY = 'embedded-controller';
const idsSchema = z.array(z.string());

function nameKey(id: string): string {
  return NAME_KEY + id;
}

async function putOrDelete(trx: StationTransaction, key: string, value: string | undefined): Promise<void> {
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
