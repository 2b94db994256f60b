import type { z } from 'zod';
import { fieldErrors } from '#contract/parse-input.ts';
import type { FieldError } from '#contract/problem.ts';

/**
 * What the service says of a list of objects itself: that there is none, or that it is too long. What is in it is read one by one elsewhere, so
 * that a list is asked for with stand-ins, once for each length.
 */
export class ListFaults {
  readonly #schema: z.ZodType;
  readonly #standIn: unknown;
  readonly #known = new Map<number, FieldError[]>();

  constructor(schema: z.ZodType, standIn: unknown) {
    this.#schema = schema;
    this.#standIn = standIn;
  }

  of(list: unknown, pointer: string): FieldError[] {
    const faults = Array.isArray(list) ? this.#ofLength(list.length) : this.#ask(list);
    return faults.map((fault) => ({ ...fault, pointer }));
  }

  #ofLength(length: number): FieldError[] {
    const faults = this.#known.get(length) ?? this.#ask(Array.from({ length }, () => this.#standIn));
    this.#known.set(length, faults);
    return faults;
  }

  #ask(list: unknown): FieldError[] {
    const { error } = this.#schema.safeParse(list);
    return error ? fieldErrors(error) : [];
  }
}
