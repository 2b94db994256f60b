import { ProblemError } from '#contract/problem.ts';

/** Where a page of a search ends: the time of the reservation in milliseconds, the number of the controller, and the print. */
export interface SearchPosition {
  reserved: number;
  controller: number;
  print: number;
}

const PARTS = /^(\d{1,16})\.(\d{1,10})\.(\d{1,16})$/;

/** A position as the text of `next` and `after`. */
export function positionText({ reserved, controller, print }: SearchPosition): string {
  return Buffer.from(`${reserved}.${controller}.${print}`).toString('base64url');
}

/** Throws `invalid-input` for a text that is no position. */
export function readPosition(text: string): SearchPosition {
  const match = PARTS.exec(Buffer.from(text, 'base64url').toString());
  if (match) return { reserved: Number(match[1]), controller: Number(match[2]), print: Number(match[3]) };
  const detail = 'must be the value of next in the answer before';
  throw new ProblemError('invalid-input', { detail: `?after: ${detail}`, errors: [{ pointer: '?after', detail }] });
}
