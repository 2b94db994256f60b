import type { LabelPrompt } from '#contract/api-v3/variable.ts';
import type { Variables } from '../variables/variables.ts';
import type { LabelDocuments } from '../preparation/label-documents.ts';

/** Finds the variables that an operator is prompted for when a label is selected. */
export class SelectionPrompts {
  readonly #documents: LabelDocuments;
  readonly #variables: Variables;

  constructor({ documents, variables }: { documents: LabelDocuments; variables: Variables }) {
    this.#documents = documents;
    this.#variables = variables;
  }

  /**
   * The variables that the label shows and operators may change: pinned ones first, each group in the order of the label. Missing variables
   * are left out; selection and simulation report them. Throws `not-found` for the label.
   */
  async ofLabel(name: string): Promise<LabelPrompt[]> {
    const { needs } = (await this.#documents.named(name)).document;
    const variables = await this.#variables.existing(needs.variables);
    const prompts = needs.variables.flatMap((variable): LabelPrompt[] => {
      const found = variables.get(variable);
      if (!found?.userEdit) return [];
      const { description, value, pinned, prompt } = found;
      return [{ name: variable, description, value, pinned, ...(prompt && { prompt }) }];
    });
    return [...prompts.filter(({ pinned }) => pinned), ...prompts.filter(({ pinned }) => !pinned)];
  }
}
