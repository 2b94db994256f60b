import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { runLabelTests } from '#rendering/label/run-label-tests.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Counters } from '../counters/counters.ts';
import type { LabelTester } from '../labels/labels.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import type { Variables } from '../variables/variables.ts';

export interface LabelTestDeps {
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
  settings: Settings;
}

/** Runs the tests that a label contains, with this controller's dates, shifts and values. */
export class LabelTests implements LabelTester {
  readonly #deps: LabelTestDeps;

  constructor(deps: LabelTestDeps) {
    this.#deps = deps;
  }

  async refuse(label: Label, what: string, db?: ControllerDatabase | ControllerTransaction): Promise<void> {
    if (label.labelTests === undefined || label.labelTests.length === 0) return;
    const { variables, counters, shiftCodes, settings } = this.#deps;
    const needs = labelNeeds(label);
    const errors = runLabelTests(label, {
      moment: { epochMs: 0, ...(await settings.dates(db)) },
      variables: await variables.values(needs.variables, db),
      counters: await counters.readings(needs.counters, db),
      shiftCodes: await shiftCodes.shifts(needs.shiftCodes, db),
      row: undefined,
    });
    const first = errors[0];
    if (first) throw new ProblemError('label-test-failed', { detail: `${what}: ${first.detail}.`, errors });
  }
}
