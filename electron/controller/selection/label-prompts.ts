import type { LabelPrompt } from '#contract/api-v3/variable.ts';
import type { Variables } from '../variables/variables.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import type { LabelDocuments, LabelSource } from '../preparation/label-documents.ts';

export interface SelectionPromptsDeps {
  documents: LabelDocuments;
  variables: Variables;
  approvalRule: ApprovalRule;
}

/** Finds the variables that an operator is prompted for when a label is selected. */
export class SelectionPrompts {
  readonly #documents: LabelDocuments;
  readonly #variables: Variables;
  readonly #approvalRule: ApprovalRule;

  constructor({ documents, variables, approvalRule }: SelectionPromptsDeps) {
    this.#documents = documents;
    this.#approvalRule = approvalRule;
    this.#variables = variables;
  }

  /**
   * The variables that the label shows and operators may change: pinned ones first, each group in the order of the label. Missing variables
   * are left out; selection and simulation report them. The version is the one that a selection on `printer` takes; without a printer, and for a label
   * that a selection refuses, the newest one. Throws `not-found` for the label.
   */
  async ofLabel(name: string, printer?: string): Promise<LabelPrompt[]> {
    const { needs } = (await this.#versionFor(name, printer)).document;
    const variables = await this.#variables.existing(needs.variables);
    const prompts = needs.variables.flatMap((variable): LabelPrompt[] => {
      const found = variables.get(variable);
      if (!found?.userEdit) return [];
      const { description, value, pinned, prompt } = found;
      return [{ name: variable, description, value, pinned, ...(prompt && { prompt }) }];
    });
    return [...prompts.filter(({ pinned }) => pinned), ...prompts.filter(({ pinned }) => !pinned)];
  }

  async #versionFor(name: string, printer: string | undefined): Promise<LabelSource> {
    if (printer === undefined) return this.#documents.named(name);
    try {
      return await this.#approvalRule.selectable(name, printer);
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'label-not-approved') return this.#documents.named(name);
      throw error;
    }
  }
}
