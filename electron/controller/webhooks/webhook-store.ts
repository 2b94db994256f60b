import type { Selectable } from 'kysely';
import { webhookSchema, type Webhook } from '#contract/api-v3/webhook.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { WebhooksTable } from '#storage/database/event-schema.ts';
import { readStored } from '../stored-content/stored-json.ts';

/** The most webhooks of a controller. */
const MAX_WEBHOOKS = 16;
/** Milliseconds for which the former secret signs too. */
const OVERLAP = 24 * 3_600_000;

export type WebhookRow = Selectable<WebhooksTable>;
type Db = ControllerDatabase | ControllerTransaction;

/** The stored webhooks with their secrets, and how far each one is. */
export class WebhookStore {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;

  constructor({ db, now }: { db: ControllerDatabase; now: () => number }) {
    this.#db = db;
    this.#now = now;
  }

  async rows(): Promise<WebhookRow[]> {
    return this.#db.selectFrom('webhooks').selectAll().orderBy('name').execute();
  }

  /** Throws `not-found`. */
  async row(name: string, db: Db = this.#db): Promise<WebhookRow> {
    const row = await db.selectFrom('webhooks').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw new ProblemError('not-found', { detail: `There is no webhook "${name}".`, instance: pathOf(name) });
    return row;
  }

  /** Stores a webhook; a new one gets the events after `last`. One that has ended begins again. Throws `invalid-input`. */
  async put(name: string, written: Webhook, { last, trx }: { last: number; trx: ControllerTransaction }): Promise<'created' | 'replaced'> {
    const stored = await trx.selectFrom('webhooks').selectAll().where('name', '=', name).executeTakeFirst();
    const { secret, secretSet: _, ...config } = written;
    if (typeof secret !== 'string' && (!stored || (secret === null && written.secretSet !== true))) throw secretMissing();
    const values = { config: JSON.stringify(config), ended: null, attempts: 0, first_attempt: null, next_attempt: null };
    if (!stored) {
      await this.#refuseTooMany(trx);
      const row = { name, ...values, secret: secret ?? '', through: last };
      await trx.insertInto('webhooks').values(row).execute();
      return 'created';
    }
    const isOther = typeof secret === 'string' && secret !== stored.secret;
    const secrets = isOther ? { secret, former_secret: stored.secret, former_until: this.#now() + OVERLAP } : {};
    await trx
      .updateTable('webhooks')
      .set({ ...values, ...secrets })
      .where('name', '=', name)
      .execute();
    return 'replaced';
  }

  /** Throws `not-found`. */
  async remove(name: string, trx: ControllerTransaction): Promise<void> {
    await this.row(name, trx);
    await trx.deleteFrom('webhooks').where('name', '=', name).execute();
  }

  /** Changes how far a webhook is. */
  async update(name: string, values: Partial<Omit<WebhookRow, 'name'>>, trx: ControllerTransaction): Promise<void> {
    await trx.updateTable('webhooks').set(values).where('name', '=', name).execute();
  }

  /** The secrets with which messages are signed now, the current one first. */
  secretsOf({ secret, former_secret: former, former_until: until }: WebhookRow): string[] {
    return former !== null && until !== null && this.#now() < until ? [secret, former] : [secret];
  }

  async #refuseTooMany(trx: ControllerTransaction): Promise<void> {
    const { count } = await trx
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count < MAX_WEBHOOKS) return;
    throw new ProblemError('too-many-requests', { detail: `A controller has at most ${MAX_WEBHOOKS} webhooks.` });
  }
}

/** The configuration as clients read it. Throws `content-unusable`. */
export function configurationOf({ name, config }: Pick<WebhookRow, 'name' | 'config'>): Webhook {
  const stored = readStored(webhookSchema, config, { title: `webhook "${name}"`, instance: pathOf(name) });
  return { ...stored, secret: null, secretSet: true };
}

function pathOf(name: string): string {
  return `/api/v3/webhooks/${encodeURIComponent(name)}`;
}

function secretMissing(): ProblemError {
  const detail = 'a webhook needs a secret: whsec_ and the base64 of 24 to 64 random bytes';
  return new ProblemError('invalid-input', { detail: `/secret: ${detail}`, errors: [{ pointer: '/secret', detail }] });
}
