import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { labelNeeds, type LabelNeeds } from '#rendering/label/label-needs.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { LabelVersions } from '../labels/label-versions.ts';
import type { Labels } from '../labels/labels.ts';
import { contentUnusable, faultOf, readStored, tryStored, type StoredThing } from '../stored-content/stored-json.ts';
import { namedRow } from '../tables/named-rows.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { TableRow } from '../tables/tables.ts';
import type { Job } from '../queue/job.ts';
import type { JobLabelRevisions } from '../queue/job-label-revisions.ts';

/** A label with the hash of its text, by which prints refer to it. */
export interface LabelDocument {
  label: Label;
  text: string;
  /** SHA-256 of the text, hexadecimal. */
  hash: string;
  /** The variables, counters, columns and fonts that it uses. */
  needs: LabelNeeds;
}

export interface LabelSource {
  document: LabelDocument;
  /** 0 for a label that came with its job. */
  revision: number;
}

/** A label with its name; the name is empty for a label that came with its job. */
export type NamedLabel = LabelSource & { labelName: string };

/** Cached documents, and their total bytes: eight of the largest labels. */
const MAX_CACHED_DOCUMENTS = 256;
const MAX_CACHED_BYTES = 128 * 1024 * 1024;

/** Estimated bytes in memory: the text, and twice as much for the parsed label. */
const sizeOf = ({ text }: LabelDocument): number => 1_024 + 3 * text.length;

/** A label with its text, hash and needs. */
export function labelDocument(label: Label): LabelDocument {
  const text = JSON.stringify(label);
  return { label, text, hash: createHash('sha256').update(text).digest('hex'), needs: labelNeeds(label) };
}

/** The columns of a job that name its labels. */
export type LabelsOfJob = Pick<Job, 'label_name' | 'label_column' | 'table_name'>;

/**
 * The name of a row's label: that in its label column, else that of the job. Throws `not-found` for a missing column, and `invalid-input`
 * where neither names a label.
 */
export function labelNameOf(
  { label_name: fallback, label_column: column, table_name: table }: LabelsOfJob,
  row: TableRow | undefined,
): string {
  if (column === null) return fallback;
  const cell = row?.cells.get(column);
  if (cell === undefined || row === undefined) throw columnNotFound(table ?? '', column);
  const name = cell === '' ? fallback : cell.normalize('NFC');
  if (name !== '') return name;
  const detail = `the cell of the column "${column}" is empty in ${namedRow(row.row)}, and there is no labelName to fall back to`;
  throw new ProblemError('invalid-input', { detail: `/labelColumn: ${detail}`, errors: [{ pointer: '/labelColumn', detail }] });
}

export interface LabelDocumentsDeps {
  labels: Labels;
  labelVersions: LabelVersions;
  jobLabelRevisions: JobLabelRevisions;
}

/** Reads the label documents that jobs print: the job's version of a named label, or the label that came with the job. */
export class LabelDocuments {
  readonly #labels: Labels;
  readonly #versions: LabelVersions;
  readonly #revisions: JobLabelRevisions;
  readonly #cache = new LRUCache<string, LabelDocument>({ max: MAX_CACHED_DOCUMENTS, maxSize: MAX_CACHED_BYTES, sizeCalculation: sizeOf });

  constructor({ labels, labelVersions, jobLabelRevisions }: LabelDocumentsDeps) {
    this.#labels = labels;
    this.#versions = labelVersions;
    this.#revisions = jobLabelRevisions;
  }

  /** The current version of a label. Throws `not-found`. */
  async named(name: string, db?: ControllerDatabase | ControllerTransaction): Promise<LabelSource> {
    const current = await this.#labels.revision(name, db);
    const cached = this.#cache.get(`${current} ${name}`);
    if (cached) return { document: cached, revision: current };
    const { label, revision } = await this.#labels.get(name, db);
    return { document: this.#store(`${revision} ${name}`, usable(label, titled(name))), revision };
  }

  /** The number of the current version of a label. Throws `not-found`. */
  async revision(name: string, db?: ControllerDatabase | ControllerTransaction): Promise<number> {
    return this.#labels.revision(name, db);
  }

  /** One version of a label. Throws `not-found`. */
  async version(name: string, revision: number, db?: ControllerDatabase | ControllerTransaction): Promise<LabelDocument> {
    const cached = this.#cache.get(`${revision} ${name}`);
    return cached ?? this.#store(`${revision} ${name}`, usable(await this.#versions.get(name, revision, db), titled(name)));
  }

  /**
   * The label of a job's row. Throws `not-found` when the label was removed, `content-unusable`, and `invalid-input` when the row names
   * none.
   */
  async ofRow(job: Job, row: TableRow | undefined): Promise<NamedLabel> {
    if (job.label_data !== null) return { document: this.#inline(job.id, job.label_data), revision: 0, labelName: '' };
    const labelName = labelNameOf(job, row);
    const current = await this.#labels.revision(labelName);
    const revision = (await this.#revisions.find(job, labelName)) ?? current;
    if (revision === current) return { ...(await this.named(labelName)), labelName };
    return { document: await this.version(labelName, revision), revision, labelName };
  }

  /** The newest version of a label, if it is newer than that of a job. */
  async findNewer(name: string, revision: number): Promise<number | undefined> {
    const current = await this.#labels.findRevision(name);
    return current !== undefined && current > revision ? current : undefined;
  }

  /** The usable labels among the names that a job uses, in the versions that it prints. */
  async ofJob(job: Job, names: Iterable<string>, db?: ControllerDatabase | ControllerTransaction): Promise<LabelDocument[]> {
    const { id, label_data: data } = job;
    if (data !== null) return 'fault' in tryStored(labelSchema, data) ? [] : [this.#inline(id, data)];
    const found: LabelDocument[] = [];
    for (const name of names) {
      const revision = await this.#revisions.find(job, name, db);
      const label = revision === undefined ? undefined : await this.#versions.findUsable(name, revision, db);
      if (label) found.push(this.#cached(`${revision} ${name}`, label, db));
    }
    return found;
  }

  /** The labels of these names that exist and are usable. */
  async all(
    names: Iterable<string>,
    db?: ControllerDatabase | ControllerTransaction,
  ): Promise<{ name: string; document: LabelDocument }[]> {
    const found: { name: string; document: LabelDocument }[] = [];
    for (const name of names) {
      const label = await this.#labels.findUsable(name, db);
      if (label) found.push({ name, document: this.#cached(`${label.revision} ${name}`, label.label, db) });
    }
    return found;
  }

  /** Labels read in a transaction are not cached: it may be rolled back, and its revision be used again for another label. */
  #cached(key: string, label: Label, db?: ControllerDatabase | ControllerTransaction): LabelDocument {
    if (db?.isTransaction) return this.#cache.get(key) ?? labelDocument(label);
    return this.#get(key, () => labelDocument(label));
  }

  /** Parses a document from the ledger. Throws `content-unusable`. */
  stored(hash: string, text: string): LabelDocument {
    return this.#get(`stored ${hash}`, () => labelDocument(readStored(labelSchema, text, { title: 'label of the print' })));
  }

  #inline(job: string, data: string): LabelDocument {
    return this.#get(`job ${job}`, () => labelDocument(readStored(labelSchema, data, { title: `label of the job ${job}` })));
  }

  #get(key: string, make: () => LabelDocument): LabelDocument {
    return this.#cache.get(key) ?? this.#store(key, make());
  }

  #store(key: string, document: LabelDocument): LabelDocument {
    this.#cache.set(key, document);
    return document;
  }
}

function usable(label: Label, thing: StoredThing): LabelDocument {
  const fault = faultOf(labelSchema, label);
  if (fault !== undefined) throw contentUnusable(thing, fault);
  return labelDocument(label);
}

function titled(name: string): StoredThing {
  return { title: `label "${name}"`, instance: `/api/v3/labels/${encodeURIComponent(name)}` };
}

/** The print delay of a label in mm; `margin` is its former name. */
export function printDelayOf({ printDelay, margin }: Label): number {
  return printDelay ?? margin ?? 0;
}
