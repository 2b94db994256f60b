import type { Random } from '#support/random.ts';
import type { Document, Schema } from './open-api.ts';
import { NAMES, STRANGERS, TEXTS } from './pools.ts';

const DEEPEST = 6;
const MAX_ITEMS = 4;
/** Keys that contain names of items. */
const NAMING = /name$|^printer$|^label$|^table$/i;

/** Generates values for schemas of the document: mostly valid, some nearly valid. */
export class Values {
  readonly #random: Random;
  readonly #document: Document;
  /** Probability that a value is of another kind than its schema. */
  readonly #wildness: number;

  constructor(random: Random, document: Document, wildness: number) {
    this.#random = random;
    this.#document = document;
    this.#wildness = wildness;
  }

  make(schema: Schema, key = '', depth = 0): unknown {
    if (this.#chance(this.#wildness)) return this.#random.pick([...STRANGERS, ...TEXTS]);
    if (schema.$ref !== undefined) return this.make(this.#named(schema.$ref), key, depth);
    const only = schema.const === undefined ? schema.enum : [schema.const];
    if (only) return this.#random.pick(only);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices) return this.make(this.#random.pick(choices), key, depth);
    return this.#ofType(schema, key, depth);
  }

  /** A text for a key of a query or body. */
  text(key: string): string {
    return this.#random.pick(NAMING.test(key) && !this.#chance(0.2) ? NAMES : TEXTS);
  }

  #named(reference: string): Schema {
    return this.#document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  }

  #ofType(schema: Schema, key: string, depth: number): unknown {
    switch (schema.type) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, key, depth);
      case 'number':
      case 'integer':
        return this.#number(schema);
      case 'boolean':
        return this.#chance(0.5);
      case 'null':
        return null;
      case 'string':
        return this.text(key);
      default:
        return this.#random.pick(STRANGERS);
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): Record<string, unknown> {
    const made: [string, unknown][] = [];
    for (const [key, schema] of Object.entries(properties)) {
      const isWanted = required.includes(key) ? !this.#chance(this.#wildness) : depth < DEEPEST && this.#chance(0.3);
      if (isWanted) made.push([key, this.make(schema, key, depth + 1)]);
    }
    if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0 && depth < DEEPEST) {
      for (let count = this.#random.whole(0, 2); count > 0; count -= 1) {
        made.push([this.#random.pick(NAMES), this.make(additionalProperties, '', depth + 1)]);
      }
    }
    if (this.#chance(this.#wildness)) made.push([this.#random.pick(NAMES), this.#random.pick(STRANGERS)]);
    return Object.fromEntries(made);
  }

  #array({ items = {}, prefixItems, minItems = 0, maxItems = MAX_ITEMS }: Schema, key: string, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((item) => this.make(item, key, depth + 1));
    const most = depth >= DEEPEST ? minItems : Math.max(minItems, Math.min(maxItems, MAX_ITEMS));
    return Array.from({ length: this.#random.whole(minItems, most) }, () => this.make(items, key, depth + 1));
  }

  #number({ type, minimum, maximum }: Schema): number {
    const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
    if (bounds.length > 0 && this.#chance(0.15)) return this.#random.pick(bounds);
    const number = this.#random.pick([0, 1, 2, 3, 7, 12, 40, 100, 1_000]) + (type === 'number' && this.#chance(0.3) ? 0.25 : 0);
    return Math.min(Math.max(number, minimum ?? number), maximum ?? number);
  }

  #chance(likelihood: number): boolean {
    return this.#random.fraction() < likelihood;
  }
}
