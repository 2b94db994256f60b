import type { z } from 'zod';
import { issueMessage } from './issue-message.ts';
import { ProblemError, type FieldError } from './problem.ts';

/** Converts the issues of a failed zod parse to field errors with JSON pointers below `base`. */
export function fieldErrors(error: z.ZodError, base = ''): FieldError[] {
  return error.issues.flatMap((issue) => issueErrors(issue, base));
}

function issueErrors(issue: z.core.$ZodIssue, base: string): FieldError[] {
  const pointer = base + issue.path.map((step) => '/' + pointerStep(String(step))).join('');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ pointer: `${pointer}/${pointerStep(key)}`, detail: 'is not known here' }));
  }
  return [{ pointer, detail: issueMessage(issue) }];
}

/** A step of a JSON pointer, escaped as in RFC 6901. */
export function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Parses `input`; throws `invalid-input` with one error per fault. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, base = ''): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error, base);
  const first = errors[0];
  const detail = first ? `${first.pointer || 'the body'}: ${first.detail}` : 'The input is not valid';
  throw new ProblemError('invalid-input', { detail, errors });
}
