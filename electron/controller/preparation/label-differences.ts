import type { SimulationQuery } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { LabelDocument, LabelDocuments } from './label-documents.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { Simulation } from './simulation.ts';

/** Pictures of two versions of a label, with the same current values. */
export interface LabelDifference {
  before: Picture;
  after: Picture;
}

/** The versions to compare; without `revision` the current label is the newer one. */
export interface ComparedVersions {
  before: number;
  revision: number | undefined;
}

/** Compares two versions of a label as pictures. Counters do not advance. */
export class LabelDifferences {
  readonly #documents: LabelDocuments;
  readonly #simulation: Simulation;

  constructor({ documents, simulation }: { documents: LabelDocuments; simulation: Simulation }) {
    this.#documents = documents;
    this.#simulation = simulation;
  }

  /** Throws `not-found` for a version, and `cannot-render` naming the version that cannot be drawn. */
  async pictures(name: string, { before, revision }: ComparedVersions, query: SimulationQuery): Promise<LabelDifference> {
    const current = revision === undefined ? await this.#documents.named(name) : undefined;
    const after = current?.document ?? (await this.#documents.version(name, revision ?? 0));
    const old = await this.#documents.version(name, before);
    return {
      before: await this.#picture(before, old, query),
      after: await this.#picture(current?.revision ?? revision ?? 0, after, query),
    };
  }

  async #picture(revision: number, document: LabelDocument, query: SimulationQuery): Promise<Picture> {
    try {
      return await this.#simulation.pictureOf(document, query);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.slug !== 'cannot-render') throw error;
      const detail = `Version ${revision} cannot be drawn. ${error.message}`;
      throw new ProblemError('cannot-render', { ...error.context, detail }, { cause: error });
    }
  }
}
