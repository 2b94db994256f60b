import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { labelNeeds, type LabelNeeds } from '#rendering/label-needs.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import type { LabelVersions } from '../labels/label-versions.ts';
import type { Labels } from '../labels/labels.ts';
import { contentUnusable, faultOf, readStored, tryStored, type StoredThing } from '../stored-content/stored-json.ts';
import { namedRow } from '../tables/named-rows.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { TableRow } from '../tables/tables.ts';
import type { Job } from './job.ts';

/** A label as prints refer to it: by the hash of its text. */
export interface LabelDocument {
  label: Label;
  text: string;
  /** SHA-256 of the text, hexadecimal. */
  hash: string;
  /** What it must be given to be printed. */
  needs: LabelNeeds;
}

export interface LabelSource {
  document: LabelDocument;
  /** 0 for a label that came with its job. */
  revision: number;
}

/** A label with the name under which it is printed; empty for one that came with its job. */
export type NamedLabel = LabelSource & { labelName: string };

/** Documents that are kept, and their bytes together: eight of the largest labels. */
const DOCUMENTS_KEPT = 256;
const MOST_BYTES = 128 * 1024 * 1024;

/** Of a document in memory: its text, and about as much again for the label that it is read as. */
const sizeOf = ({ text }: LabelDocument): number => 1_024 + 3 * text.length;

export function labelDocument(label: Label): LabelDocument {
  const text = JSON.stringify(label);
  return { label, text, hash: createHash('sha256').update(text).digest('hex'), needs: labelNeeds(label) };
}

/** What a job says about its labels. */
export type LabelsOfJob = Pick<Job, 'label_name' | 'label_column' | 'table_name'>;

/**
 * The name of the label that a row is printed with: that in its cell, as it is stored, else that of the job. Throws `not-found` for a
 * column that the table lacks, and `invalid-input` where neither names one.
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

/** The label documents that jobs print: as they stand now for labels with a name, as they came for the others. */
export class LabelDocuments {
  readonly #labels: Labels;
  readonly #versions: LabelVersions;
  readonly #recent = new LRUCache<string, LabelDocument>({ max: DOCUMENTS_KEPT, maxSize: MOST_BYTES, sizeCalculation: sizeOf });

  constructor(labels: Labels, versions: LabelVersions) {
    this.#labels = labels;
    this.#versions = versions;
  }

  /** Throws `not-found`. */
  async named(name: string, db?: ControllerDatabase | ControllerTransaction): Promise<LabelSource> {
    const known = await this.#labels.revision(name, db);
    const recent = this.#recent.get(`${known} ${name}`);
    if (recent) return { document: recent, revision: known };
    const { label, revision } = await this.#labels.get(name, db);
    return { document: this.#keep(`${revision} ${name}`, usable(label, titled(name))), revision };
  }

  /** A label as it was in one of its versions. Throws `not-found`. */
  async version(name: string, revision: number): Promise<LabelDocument> {
    const label = await this.#versions.get(name, revision);
    return this.#get(`${revision} ${name}`, () => usable(label, titled(name)));
  }

  /** What a job prints of a row. Throws `not-found` when the label is gone, `content-unusable`, and `invalid-input` when the row names none. */
  async ofRow(job: Job, row: TableRow | undefined): Promise<NamedLabel> {
    if (job.label_data !== null) return { document: this.#inline(job.id, job.label_data), revision: 0, labelName: '' };
    const labelName = labelNameOf(job, row);
    return { ...(await this.named(labelName)), labelName };
  }

  /** All labels of a job that there are and that can be used, given the names that it uses. */
  async ofJob(
    { id, label_data: data }: Job,
    names: Iterable<string>,
    db?: ControllerDatabase | ControllerTransaction,
  ): Promise<LabelDocument[]> {
    if (data !== null) return 'fault' in tryStored(labelSchema, data) ? [] : [this.#inline(id, data)];
    return (await this.all(names, db)).map(({ document }) => document);
  }

  /** Those of these labels that there are and that can be used. */
  async all(
    names: Iterable<string>,
    db?: ControllerDatabase | ControllerTransaction,
  ): Promise<{ name: string; document: LabelDocument }[]> {
    const found: { name: string; document: LabelDocument }[] = [];
    for (const name of names) {
      const known = await this.#labels.findUsable(name, db);
      if (known) found.push({ name, document: this.#known(`${known.revision} ${name}`, known.label, db) });
    }
    return found;
  }

  /** What a transaction sees may be taken back, and its revision given to another label: then nothing is kept. */
  #known(key: string, label: Label, db?: ControllerDatabase | ControllerTransaction): LabelDocument {
    if (db?.isTransaction) return this.#recent.get(key) ?? labelDocument(label);
    return this.#get(key, () => labelDocument(label));
  }

  /** A document out of the ledger. Throws `content-unusable`. */
  stored(hash: string, text: string): LabelDocument {
    return this.#get(`stored ${hash}`, () => labelDocument(readStored(labelSchema, text, { title: 'label of the print' })));
  }

  #inline(job: string, data: string): LabelDocument {
    return this.#get(`job ${job}`, () => labelDocument(readStored(labelSchema, data, { title: `label of the job ${job}` })));
  }

  #get(key: string, make: () => LabelDocument): LabelDocument {
    return this.#recent.get(key) ?? this.#keep(key, make());
  }

  #keep(key: string, document: LabelDocument): LabelDocument {
    this.#recent.set(key, document);
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

/** A label's delay in mm, also under its old name. */
export function printDelayOf({ printDelay, margin }: Label): number {
  return printDelay ?? margin ?? 0;
}
