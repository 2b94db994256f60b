import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldErrors } from '#contract/parse-input.ts';
import { ProblemError, type FieldError } from '#contract/problem.ts';
import { CsvBody, FontBody } from '../body/body-parsers.ts';

/**
 * Validates a part of a request against its zod schema. Throws `invalid-input` with one error per faulty value. Bodies that are files are
 * checked by their readers.
 */
export const compileValidator = validatorCompiler();

/** Like `compileValidator`. `findMore` adds errors that the schema alone cannot find. */
export function validatorCompiler(
  findMore?: (body: unknown, faults: readonly FieldError[]) => Promise<FieldError[]>,
): FastifySchemaCompiler<z.ZodType> {
  return ({ schema, httpPart }) =>
    (data: unknown) => {
      if (data instanceof CsvBody || data instanceof FontBody) return { value: data };
      const result = schema.safeParse(data);
      if (result.success) return { value: result.data };
      const faults = onePerPlace(fieldErrors(result.error)).map((error) => ({ ...error, pointer: pointerIn(httpPart, error.pointer) }));
      if (!findMore || httpPart !== 'body') return { error: refusal(faults) };
      const refused = findMore(data, faults).then((more): never => {
        throw refusal([...faults, ...more]);
      });
      // The mark of Fastify's type exists for linters only.
      return refused as typeof refused & { __linterBrands: 'SafePromiseLike' };
    };
}

function refusal(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('invalid-input', { detail: summary(errors), errors: [...errors] });
}

/** Keeps the first error of each value: a wrong value fails several rules, and correcting the first is enough. */
function onePerPlace(errors: readonly FieldError[]): FieldError[] {
  const places = new Map<string, FieldError>();
  for (const error of errors) if (!places.has(error.pointer)) places.set(error.pointer, error);
  return [...places.values()];
}

/** Where an error is: a JSON pointer into the body, `?name` in the query, `{name}` in the path. */
function pointerIn(httpPart: string | undefined, pointer: string): string {
  if (httpPart === 'querystring') return `?${pointer.slice(1)}`;
  if (httpPart === 'params') return `{${pointer.slice(1)}}`;
  return pointer;
}

function summary(errors: readonly FieldError[]): string {
  const [first] = errors;
  if (!first) return 'The input is not valid.';
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${first.pointer || 'The body'}: ${first.detail}${more}`;
}
