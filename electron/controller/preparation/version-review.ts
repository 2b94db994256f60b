import type { VersionReview } from '#contract/api-v3/label-approval.ts';
import type { SimulationQuery } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { LabelDocument, LabelDocuments } from './label-documents.ts';
import type { LabelTests } from './label-tests.ts';
import type { Simulation } from './simulation.ts';

export interface VersionReviewsDeps {
  documents: LabelDocuments;
  labelTests: LabelTests;
  simulation: Simulation;
}

/** What a reviewer sees of a version besides its picture: the results of its own tests, and what its print would show wrongly. */
export class VersionReviews {
  readonly #deps: VersionReviewsDeps;

  constructor(deps: VersionReviewsDeps) {
    this.#deps = deps;
  }

  /** With the values of now. Throws `not-found` for the version, the row and the printer, and `content-unusable`. */
  async review(name: string, revision: number, query: SimulationQuery): Promise<VersionReview> {
    const { documents, simulation } = this.#deps;
    const document = await documents.version(name, revision);
    const { faults, warnings } = await simulation.reviewOf(document, query);
    const count = document.label.labelTests?.length ?? 0;
    return { tests: { count, failures: await this.#failures(document) }, faults, warnings };
  }

  async #failures({ label }: LabelDocument): Promise<VersionReview['tests']['failures']> {
    try {
      await this.#deps.labelTests.refuse(label, 'The version');
      return [];
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'label-test-failed') return error.context.errors ?? [];
      throw error;
    }
  }
}
