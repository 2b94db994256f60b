/** Texts by their names, and groups of them. */
export interface Texts {
  readonly [name: string]: string | Texts;
}

/**
 * The files into which the texts of each language are divided, by the part of the page that loads them: `app` is what the first screen and the
 * components of every page show; the pages that need another one name it in `router.ts`. `errors` is loaded when a printer has its
 * first error, or an action its first problem; `people` with the sign-in.
 */
export const TEXT_FILES = ['app', 'labels', 'data', 'station', 'people', 'errors', 'diagnostics'] as const;
export type TextFile = (typeof TEXT_FILES)[number];
