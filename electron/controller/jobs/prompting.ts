import type { LabelPrompt } from '#contract/api-v3/variable.ts';
import type { Variables } from '../variables/variables.ts';
import type { LabelDocuments } from './label-documents.ts';

/** What a label asks the operator for who selects it. */
export class Prompting {
  readonly #documents: LabelDocuments;
  readonly #variables: Variables;

  constructor({ documents, variables }: { documents: LabelDocuments; variables: Variables }) {
    this.#documents = documents;
    this.#variables = variables;
  }

  /**
   * The variables that the label needs and operators may change: the pinned ones first, each group in the order of the label. One that is
   * missing cannot be asked for: selection and simulation name it. Throws `not-found` for the label.
   */
  async ofLabel(name: string): Promise<LabelPrompt[]> {
    const { needs } = (await this.#documents.named(name)).document;
    const known = await this.#variables.existing(needs.variables);
    const prompts = needs.variables.flatMap((variable): LabelPrompt[] => {
      const found = known.get(variable);
      if (!found?.userEdit) return [];
      const { description, value, pinned, prompt } = found;
      return [{ name: variable, description, value, pinned, ...(prompt && { prompt }) }];
    });
    return [...prompts.filter(({ pinned }) => pinned), ...prompts.filter(({ pinned }) => !pinned)];
  }
}
