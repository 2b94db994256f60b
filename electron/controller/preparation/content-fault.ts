import { ProblemError } from '#contract/problem.ts';

/** What is wrong with the content of a print: it is blocked or not approved, it cannot be drawn with these values, or a part of it does not exist. */
export type ContentFault = 'blocked' | 'not-drawable' | 'content-missing';

const FAULTS: Readonly<Record<string, ContentFault>> = {
  'print-blocked': 'blocked',
  'label-not-approved': 'blocked',
  'cannot-render': 'not-drawable',
  'not-found': 'content-missing',
};

/** What a problem says about the content of a print, itself or as the cause of a refused trigger; undefined if it is about something else. */
export function contentFault({ slug, cause }: ProblemError): ContentFault | undefined {
  return FAULTS[cause instanceof ProblemError ? cause.slug : slug];
}
