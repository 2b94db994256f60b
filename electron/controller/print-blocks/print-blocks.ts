import type { Selectable } from 'kysely';
import type { BlockConditions, NewPrintBlock, PrintBlock, PrintBlocksPage, PrintBlocksQuery } from '#contract/api-v3/print-block.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';
import { noPublish, type Publish } from '../events/events.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { NewName } from '../platform/rename-row.ts';
import { BlockMatcher, type BlockSubject } from './block-match.ts';

/** The most blocks that hold at the same time: every print is compared with all of them. */
const MAX_ACTIVE = 200;

export interface PrintBlocksOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  publish?: Publish;
}

/** Who sets or lifts a block. */
export interface BlockRequest {
  /** Empty when the client gave no name. */
  by: string;
  idempotency?: IdempotentRequest | undefined;
}

type BlockRow = Selectable<ControllerSchema['print_blocks']>;

/**
 * Blocks of further prints, for example of a label version with a wrong date. Every reservation is compared with the blocks that hold. These
 * are in memory: they change when the transaction that sets or lifts one is durable, before the next transaction writes.
 */
export class PrintBlocks {
  readonly #options: PrintBlocksOptions;
  readonly #matcher = new BlockMatcher();
  #active: readonly PrintBlock[] = [];

  constructor(options: PrintBlocksOptions) {
    this.#options = options;
  }

  /** Reads the blocks that hold. Call it before anything prints. */
  async start(): Promise<void> {
    const rows = await this.#options.db.selectFrom('print_blocks').selectAll().where('lifted_at', 'is', null).orderBy('id').execute();
    this.#active = rows.map(toBlock);
  }

  /** Whether any block holds. */
  get isAnyActive(): boolean {
    return this.#active.length > 0;
  }

  /** Throws `print-blocked` for a print that meets the conditions of a block. */
  refuse(subject: BlockSubject): void {
    const refusal = this.findRefusal(subject);
    if (refusal) throw refusal;
  }

  /** The problem `print-blocked` of a print; undefined if no block stops it. */
  findRefusal(subject: BlockSubject): ProblemError | undefined {
    if (!this.isAnyActive) return undefined;
    const block = this.#matcher.find(this.#active, subject);
    return block && blocked(block);
  }

  /** Sets a block, which holds at once. Throws `too-many-requests` when 200 hold. */
  async set({ reason, ...conditions }: NewPrintBlock, { by, idempotency }: BlockRequest): Promise<PrintBlock> {
    const { db, now, publish = noPublish } = this.#options;
    if (this.#active.length >= MAX_ACTIVE) throw tooMany();
    return inTransaction(db, async (trx) => {
      const values = { ...toColumns(conditions), reason, set_by: by, set_at: now() };
      const block = toBlock(await trx.insertInto('print_blocks').values(values).returningAll().executeTakeFirstOrThrow());
      await idempotency?.store(block, trx);
      afterCommit(trx, () => (this.#active = [...this.#active, block]));
      publish({ type: 'print-blocks:changed' }, trx);
      return block;
    });
  }

  /** Lifts a block. Throws `not-found`, and `changed-meanwhile` for one that holds no more. */
  async lift(id: number, reason: string, { by, idempotency }: BlockRequest): Promise<void> {
    const { db, now, publish = noPublish } = this.#options;
    await inTransaction(db, async (trx) => {
      const { lifted } = await this.get(id, trx);
      if (lifted) throw alreadyLifted(id, lifted);
      const values = { lifted_at: now(), lifted_by: by, lift_reason: reason };
      await trx.updateTable('print_blocks').set(values).where('id', '=', id).execute();
      await idempotency?.store(undefined, trx);
      afterCommit(trx, () => (this.#active = this.#active.filter((block) => block.id !== id)));
      publish({ type: 'print-blocks:changed' }, trx);
    });
  }

  /** A block, whether it holds or not. Throws `not-found`. */
  async get(id: number, db: ControllerDatabase | ControllerTransaction = this.#options.db): Promise<PrintBlock> {
    const row = await db.selectFrom('print_blocks').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new ProblemError('not-found', { detail: `There is no block ${id}.`, instance: blockPath(id) });
    return toBlock(row);
  }

  /** Blocks, newest first. */
  async page({ active, before, limit }: PrintBlocksQuery): Promise<PrintBlocksPage> {
    let query = this.#options.db
      .selectFrom('print_blocks')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (active !== undefined) query = query.where('lifted_at', active === 'true' ? 'is' : 'is not', null);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    return { blocks: shown.map(toBlock), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /** A label that is renamed stays blocked; the numbers of its versions grow by `shift`. */
  async renameLabel({ name, to }: NewName, shift: number, trx: ControllerTransaction): Promise<void> {
    await trx
      .updateTable('print_blocks')
      .set((block) => ({ label: to, label_revision: block('label_revision', '+', shift) }))
      .where('label', '=', name)
      .where('lifted_at', 'is', null)
      .execute();
    afterCommit(trx, () => {
      this.#active = this.#active.map((block) => (block.label === name ? renamed(block, to, shift) : block));
    });
  }

  /** A variable that is renamed stays blocked. */
  async renameVariable({ name, to }: NewName, trx: ControllerTransaction): Promise<void> {
    await trx.updateTable('print_blocks').set({ variable: to }).where('variable', '=', name).where('lifted_at', 'is', null).execute();
    afterCommit(trx, () => {
      this.#active = this.#active.map((block) => (block.variable === name ? { ...block, variable: to } : block));
    });
  }
}

function renamed(block: PrintBlock, label: string, shift: number): PrintBlock {
  return { ...block, label, ...(block.labelRevision !== undefined && { labelRevision: block.labelRevision + shift }) };
}

/** The problem of a print that is blocked: it names the block, who set it and why. */
function blocked(block: PrintBlock): ProblemError {
  const by = block.by === '' ? '' : ` by ${block.by}`;
  const detail = `Block ${block.id}, set${by} at ${block.at}, stops prints ${conditionsText(block)}. Reason: ${block.reason}`;
  return new ProblemError('print-blocked', { detail, instance: blockPath(block.id) });
}

function conditionsText({ label, labelRevision, variable, column, value, content }: BlockConditions): string {
  const parts = [
    label === undefined ? undefined : `of the label "${label}"${labelRevision === undefined ? '' : `, version ${labelRevision}`}`,
    variable === undefined ? undefined : `with the value "${value}" of the variable "${variable}"`,
    column === undefined ? undefined : `with "${value}" in the column "${column}"`,
    content === undefined ? undefined : `that show "${content}"`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

function alreadyLifted(id: number, { by, at }: { by: string; at: string }): ProblemError {
  const detail = `Block ${id} was lifted${by === '' ? '' : ` by ${by}`} at ${at}.`;
  return new ProblemError('changed-meanwhile', { detail, instance: blockPath(id) });
}

function tooMany(): ProblemError {
  return new ProblemError('too-many-requests', { detail: `At most ${MAX_ACTIVE} blocks hold at the same time: lift one first.` });
}

function blockPath(id: number): string {
  return `/api/v3/printBlocks/${id}`;
}

function toColumns({ label, labelRevision, variable, column, value, content }: BlockConditions) {
  return {
    label: label ?? null,
    label_revision: labelRevision ?? null,
    variable: variable ?? null,
    table_column: column ?? null,
    value: value ?? null,
    content: content ?? null,
  };
}

function toBlock(row: BlockRow): PrintBlock {
  const { lifted_at, lifted_by, lift_reason } = row;
  return {
    id: row.id,
    ...(row.label !== null && { label: row.label }),
    ...(row.label_revision !== null && { labelRevision: row.label_revision }),
    ...(row.variable !== null && { variable: row.variable }),
    ...(row.table_column !== null && { column: row.table_column }),
    ...(row.value !== null && { value: row.value }),
    ...(row.content !== null && { content: row.content }),
    reason: row.reason,
    by: row.set_by,
    at: iso(row.set_at),
    ...(lifted_at !== null && { lifted: { by: lifted_by ?? '', at: iso(lifted_at), reason: lift_reason ?? '' } }),
  };
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
