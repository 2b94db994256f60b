import type { UpdateReason } from '#contract/updates/update-state.ts';

/** A package, request or roll-back that is refused. The message is a sentence for the person who asked. */
export class UpdateRefusal extends Error {
  readonly reason: UpdateReason;

  /** `reason` has the code of the sentence, if the page has a text for it, and what that names. */
  constructor(
    sentence: string,
    { code = null, values = {}, ...options }: ErrorOptions & Partial<Pick<UpdateReason, 'code' | 'values'>> = {},
  ) {
    super(sentence, options);
    this.name = 'UpdateRefusal';
    this.reason = { text: sentence, code, values };
  }
}

/** The reason of any error. */
export function reasonOf(error: unknown): UpdateReason {
  if (error instanceof UpdateRefusal) return error.reason;
  return { text: error instanceof Error ? error.message : String(error), code: null, values: {} };
}
