import type { z } from 'zod';
import { fieldErrors } from '#contract/parse-input.ts';
import type { FieldError } from '#contract/problem.ts';

/**
 * The faults that the controller reports for a list of objects itself: missing or too long. Objects are checked one by one elsewhere, so
 * the list is checked with placeholder objects, once per length.
 */
export class ListFaults {
  readonly #schema: z.ZodType;
  readonly #standIn: unknown;
  readonly #cachedFaults = new Map<number, FieldError[]>();

  constructor(schema: z.ZodType, standIn: unknown) {
    this.#schema = schema;
    this.#standIn = standIn;
  }

  of(list: unknown, pointer: string): FieldError[] {
    const faults = Array.isArray(list) ? this.#ofLength(list.length) : this.#ask(list);
    return faults.map((fault) => ({ ...fault, pointer }));
  }

  #ofLength(length: number): FieldError[] {
    const faults = this.#cachedFaults.get(length) ?? this.#ask(Array.from({ length }, () => this.#standIn));
    this.#cachedFaults.set(length, faults);
    return faults;
  }

  #ask(list: unknown): FieldError[] {
    const { error } = this.#schema.safeParse(list);
    return error ? fieldErrors(error) : [];
  }
}
