import { createHash } from 'node:crypto';
import type { Label } from '#contract/api-v3/label.ts';
import { labelNeeds, type LabelNeeds } from '#rendering/label-needs.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import type { LabelVersions } from '../labels/label-versions.ts';
import type { Labels } from '../labels/labels.ts';
import type { Job } from './jobs.ts';
import { Recent } from '../recent.ts';

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

const DOCUMENTS_KEPT = 256;

export function labelDocument(label: Label): LabelDocument {
  const text = JSON.stringify(label);
  return { label, text, hash: createHash('sha256').update(text).digest('hex'), needs: labelNeeds(label) };
}

/** The label documents that jobs print: as they stand now for labels with a name, as they came for the others. */
export class LabelDocuments {
  readonly #labels: Labels;
  readonly #versions: LabelVersions;
  readonly #recent = new Recent<LabelDocument>(DOCUMENTS_KEPT);

  constructor(labels: Labels, versions: LabelVersions) {
    this.#labels = labels;
    this.#versions = versions;
  }

  /** Throws `not-found`. */
  async named(name: string, db?: ControllerDatabase | ControllerTransaction): Promise<LabelSource> {
    const { label, revision } = await this.#labels.get(name, db);
    return { document: this.#recent.get(`${revision} ${name}`, () => labelDocument(label)), revision };
  }

  /** A label as it was in one of its versions. Throws `not-found`. */
  async version(name: string, revision: number): Promise<LabelDocument> {
    const label = await this.#versions.get(name, revision);
    return this.#recent.get(`${revision} ${name}`, () => labelDocument(label));
  }

  /** Throws `not-found` when the job's label is gone. */
  async ofJob(job: Job, db?: ControllerDatabase | ControllerTransaction): Promise<LabelSource> {
    const { label_data: data } = job;
    if (data === null) return this.named(job.label_name, db);
    return { document: this.#recent.get(`job ${job.id}`, () => labelDocument(JSON.parse(data) as Label)), revision: 0 };
  }
}
