import { z } from 'zod';

/** An error or warning about a printer, as a code with its parameters and as an English text. */
export const statusErrorSchema = z.object({
  /** See docs/reference/printer-errors.md. Later versions have further codes: clients show `text` for one that they do not know. */
  code: z.string(),
  /** What the text is filled with, by name. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The entry in `errors` or `warnings`. */
  text: z.string(),
});
export type StatusError = z.infer<typeof statusErrorSchema>;

/** The errors, each text once. */
export function distinctErrors(errors: readonly StatusError[]): StatusError[] {
  return [...new Map(errors.map((error) => [error.text, error])).values()];
}

/** The English texts of errors. */
export function errorTexts(errors: readonly StatusError[]): string[] {
  return errors.map(({ text }) => text);
}
