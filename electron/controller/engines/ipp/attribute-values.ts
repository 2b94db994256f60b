import type { IppAttribute, IppGroup, IppMessage, IppValue } from './ipp-message.ts';

/** Texts from a printer are cut at this length. */
const MAX_TEXT = 500;

/** Reads the attributes of a group by their names. Values of another type than expected are ignored. */
export class AttributeValues {
  readonly #attributes: ReadonlyMap<string, IppAttribute>;

  constructor({ attributes }: IppGroup) {
    this.#attributes = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  }

  /** The groups with this tag, in their order. */
  static of({ groups }: IppMessage, tag: number): AttributeValues[] {
    return groups.filter((group) => group.tag === tag).map((group) => new AttributeValues(group));
  }

  values(name: string): readonly IppValue[] {
    return this.#attributes.get(name)?.values ?? [];
  }

  texts(name: string): string[] {
    return this.values(name)
      .filter((value) => typeof value === 'string')
      .map((text) => text.slice(0, MAX_TEXT));
  }

  /** Its first text that is not empty. */
  text(name: string): string | undefined {
    return this.texts(name).find((text) => text !== '');
  }

  number(name: string): number | undefined {
    return this.values(name).find((value) => typeof value === 'number');
  }

  boolean(name: string): boolean | undefined {
    return this.values(name).find((value) => typeof value === 'boolean');
  }
}
