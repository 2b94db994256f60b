import type { Selectable } from 'kysely';
import type { LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import {
  publicationSchema,
  type LibraryItem,
  type LibraryItemDetail,
  type LibrarySettings,
  type LibraryVersion,
  type Publication,
} from '#contract/plant/library.ts';
import { tableSchema } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PlantConnections, Session } from '../database/plant-connections.ts';
import type { PlantDatabase, PlantSchema } from '../database/plant-schema.ts';
import { itemContent } from './item-content.ts';
import { linesOf, rollOuts } from './roll-out.ts';

const APPROVAL_SETTING = 'isLabelApprovalRequired';
const MAX_VERSIONS = 200;
/** Tables whose first row can be a sample: a longer one takes too long to read. */
const MAX_SAMPLE_BYTES = 1024 * 1024;
const MAX_SAMPLE_TABLES = 20;

export interface LibraryDeps {
  connections: PlantConnections;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface NewVersion {
  bytes: Buffer;
  comment: string;
  /** Who saves it. */
  by: string;
}

/** One version of an item. */
export type VersionPlace = LibraryItemPlace & { version: number };

type ItemRow = Selectable<PlantSchema['library_items']>;
type VersionRow = Selectable<PlantSchema['library_versions']>;

/** What the plant publishes: labels, tables, variables, fonts, shift codes and settings, in versions that never change. */
export class Library {
  readonly #deps: LibraryDeps;

  constructor(deps: LibraryDeps) {
    this.#deps = deps;
  }

  get #db(): PlantDatabase {
    return this.#deps.connections.db;
  }

  /** All items, by kind and name. */
  async list(): Promise<LibraryItem[]> {
    const rows = await this.#db
      .selectFrom('library_items as item')
      .innerJoin('library_versions as newest', (join) =>
        join.onRef('newest.kind', '=', 'item.kind').onRef('newest.name', '=', 'item.name').onRef('newest.version', '=', 'item.newest'),
      )
      .selectAll('newest')
      .select(['item.published', 'item.publication', 'item.published_at', 'item.published_by', 'item.newest'])
      .orderBy('item.kind')
      .orderBy('item.name')
      .execute();
    const rollOut = await rollOuts(this.#db);
    return rows.map((row) => toItem(row, row, rollOut(row, readPublication(row))));
  }

  /** Throws `not-found`. */
  async get({ kind, name }: LibraryItemPlace): Promise<LibraryItemDetail> {
    const item = await this.#db
      .selectFrom('library_items')
      .selectAll()
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst();
    const versions = await this.#db
      .selectFrom('library_versions')
      .selectAll()
      .where('kind', '=', kind)
      .where('name', '=', name)
      .orderBy('version', 'desc')
      .limit(MAX_VERSIONS)
      .execute();
    const [newest] = versions;
    if (!item || !newest) throw noItem({ kind, name });
    const publication = readPublication(item);
    const [rollOut, lines] = [
      await rollOuts(this.#db, { kind, name }),
      await linesOf(this.#db, { kind, name, publication, now: this.#deps.now() }),
    ];
    return { ...toItem(item, newest, rollOut({ kind, name }, publication)), versions: versions.map(toVersion), lines };
  }

  /** The content of a version. Throws `not-found`. */
  async content({ kind, name, version }: VersionPlace): Promise<Buffer> {
    const found = await this.#db
      .selectFrom('library_versions')
      .innerJoin('library_contents', 'library_contents.hash', 'library_versions.hash')
      .select('content')
      .where('kind', '=', kind)
      .where('name', '=', name)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!found) throw noVersion({ kind, name, version });
    return Buffer.from(found.content);
  }

  /** A content by its SHA-256 in hexadecimal. Throws `not-found`. */
  async contentOfHash(hash: string): Promise<Buffer> {
    const found = await this.#db
      .selectFrom('library_contents')
      .select('content')
      .where('hash', '=', Buffer.from(hash, 'hex'))
      .executeTakeFirst();
    if (!found) throw new ProblemError('not-found', { detail: 'The library has no content with this hash.' });
    return Buffer.from(found.content);
  }

  /** The first row of a table that has all these columns, by column; undefined without one. Only short tables are looked at. */
  async firstRowWith(columns: readonly string[]): Promise<Record<string, string> | undefined> {
    if (columns.length === 0) return undefined;
    const tables = await this.#db
      .selectFrom('library_items as item')
      .innerJoin('library_versions as version', (join) =>
        join.onRef('version.kind', '=', 'item.kind').onRef('version.name', '=', 'item.name').onRef('version.version', '=', 'item.newest'),
      )
      .innerJoin('library_contents as content', 'content.hash', 'version.hash')
      .select('content.content')
      .where('item.kind', '=', 'table')
      .where('version.bytes', '<=', MAX_SAMPLE_BYTES)
      .orderBy('item.name')
      .limit(MAX_SAMPLE_TABLES)
      .execute();
    for (const { content } of tables) {
      const { columns: had, rows } = tableSchema.parse(JSON.parse(Buffer.from(content).toString('utf8')));
      const [row] = rows;
      if (row && columns.every((column) => had.includes(column)))
        return Object.fromEntries(had.map((column, index) => [column, row[index] ?? '']));
    }
    return undefined;
  }

  /**
   * Stores a version, which is not published yet. Returns its number: that of the newest version, if it has the same content. Throws `malformed-json` and
   * `invalid-input`.
   */
  async save({ kind, name }: LibraryItemPlace, { bytes, comment, by }: NewVersion): Promise<number> {
    const { content, hash } = itemContent({ kind, name }, bytes);
    return this.#deps.connections.transaction(async (session) => {
      await session.query('INSERT INTO library_contents (hash, content) VALUES ($1, $2) ON CONFLICT DO NOTHING', [hash, content]);
      await session.query('INSERT INTO library_items (kind, name, newest) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING', [kind, name]);
      const item = await lockedItem(session, { kind, name });
      const [newest] = await session.query<{ hash: Uint8Array }>(
        'SELECT hash FROM library_versions WHERE kind = $1 AND name = $2 AND version = $3',
        [kind, name, item.newest],
      );
      if (newest && hash.equals(newest.hash)) return item.newest;
      const version = item.newest + 1;
      await session.query(
        'INSERT INTO library_versions (kind, name, version, hash, bytes, saved_by, comment) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [kind, name, version, hash, content.length, by, comment],
      );
      await session.query('UPDATE library_items SET newest = $3 WHERE kind = $1 AND name = $2', [kind, name, version]);
      return version;
    });
  }

  /** Approves a version of a label. Throws `not-found`, `approval-refused`, and `same-person` for who saved it. */
  async approve(place: VersionPlace, { by, comment }: { by: string; comment: string }): Promise<void> {
    const { kind, name, version } = place;
    if (kind !== 'label') throw new ProblemError('approval-refused', { detail: 'Only labels are approved.' });
    await this.#deps.connections.transaction(async (session) => {
      await lockedItem(session, place);
      const found = await versionOf(session, place);
      if (found.approved) throw new ProblemError('approval-refused', { detail: `Version ${version} of "${name}" is approved already.` });
      if (found.saved_by === by) throw new ProblemError('same-person', { detail: `Version ${version} of "${name}" was saved by "${by}".` });
      await session.query(
        'UPDATE library_versions SET approved = $4, approved_by = $5, approval_comment = $6 WHERE kind = $1 AND name = $2 AND version = $3',
        [kind, name, version, new Date(this.#deps.now()), by, comment],
      );
    });
  }

  /** Publishes a version: lines take it from now on. Throws `not-found`, and `label-not-approved` where labels have to be approved. */
  async publish({ kind, name }: LibraryItemPlace, publication: Publication, by: string): Promise<void> {
    await this.#deps.connections.transaction(async (session) => {
      await lockedItem(session, { kind, name });
      const { approved } = await versionOf(session, { kind, name, version: publication.version });
      if (kind === 'label' && !approved && (await isApprovalRequired(session))) throw notApproved(name, publication.version);
      await session.query(
        'UPDATE library_items SET published = $3, publication = $4, published_at = $5, published_by = $6 WHERE kind = $1 AND name = $2',
        [kind, name, publication.version, JSON.stringify(publication), new Date(this.#deps.now()), by],
      );
      await noteRevision(session);
    });
  }

  /** Lines remove the item, unless they have changed it. A repeated request has no further effect. Throws `not-found`. */
  async withdraw({ kind, name }: LibraryItemPlace): Promise<void> {
    await this.#deps.connections.transaction(async (session) => {
      const { published } = await lockedItem(session, { kind, name });
      if (published === null) return;
      await session.query(
        'UPDATE library_items SET published = NULL, publication = NULL, published_at = NULL, published_by = NULL WHERE kind = $1 AND name = $2',
        [kind, name],
      );
      await noteRevision(session);
    });
  }

  async settings(): Promise<LibrarySettings> {
    return this.#deps.connections.transaction(async (session) => ({ isApprovalRequired: await isApprovalRequired(session) }));
  }

  /** Holds for what is published from now on. */
  async putSettings({ isApprovalRequired: isRequired }: LibrarySettings): Promise<void> {
    const value = String(isRequired);
    await this.#db
      .insertInto('settings')
      .values({ key: APPROVAL_SETTING, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
}

/** How an item is published; undefined while it is not. */
export function readPublication({ publication }: Pick<ItemRow, 'publication'>): Publication | undefined {
  return publication === null ? undefined : publicationSchema.parse(JSON.parse(publication));
}

function toItem(item: Omit<ItemRow, 'newest'>, newest: VersionRow, rollOut: LibraryItem['rollOut']): LibraryItem {
  const publication = readPublication(item);
  const { kind, name, published_at: at, published_by: by } = item;
  return {
    ...{ kind, name, newest: toVersion(newest), rollOut },
    ...(publication && at && { published: { ...publication, at: at.toISOString(), by: by ?? '' } }),
  };
}

function toVersion(row: VersionRow): LibraryVersion {
  const { version, bytes, saved, saved_by: savedBy, comment, approved, approved_by: approvedBy, approval_comment: approvalComment } = row;
  return {
    ...{ version, bytes, saved: saved.toISOString(), savedBy, comment },
    ...(approved && { approved: approved.toISOString(), approvedBy: approvedBy ?? '', approvalComment: approvalComment ?? '' }),
  };
}

/** Changes of the same item wait for each other. */
async function lockedItem(session: Session, { kind, name }: LibraryItemPlace): Promise<{ newest: number; published: number | null }> {
  const [item] = await session.query<{ newest: number; published: number | null }>(
    'SELECT newest, published FROM library_items WHERE kind = $1 AND name = $2 FOR UPDATE',
    [kind, name],
  );
  if (!item) throw noItem({ kind, name });
  return item;
}

async function versionOf(session: Session, { kind, name, version }: VersionPlace): Promise<{ saved_by: string; approved: Date | null }> {
  const [found] = await session.query<{ saved_by: string; approved: Date | null }>(
    'SELECT saved_by, approved FROM library_versions WHERE kind = $1 AND name = $2 AND version = $3',
    [kind, name, version],
  );
  if (!found) throw noVersion({ kind, name, version });
  return found;
}

async function isApprovalRequired(session: Session): Promise<boolean> {
  const [setting] = await session.query<{ value: string }>('SELECT value FROM settings WHERE key = $1', [APPROVAL_SETTING]);
  return setting?.value === 'true';
}

async function noteRevision(session: Session): Promise<void> {
  await session.query('UPDATE library_revision SET revision = revision + 1');
}

function noItem({ kind, name }: LibraryItemPlace): ProblemError {
  return new ProblemError('not-found', { detail: `The library has no ${kind} "${name}".` });
}

function noVersion({ kind, name, version }: VersionPlace): ProblemError {
  return new ProblemError('not-found', { detail: `The library has no version ${version} of the ${kind} "${name}".` });
}

function notApproved(name: string, version: number): ProblemError {
  return new ProblemError('label-not-approved', { detail: `Version ${version} of the label "${name}" is not approved yet.` });
}
