import { isSuccess } from './expectations.ts';
import type { Target } from './target.ts';

/** The resources that a check may create, in the order in which they can be removed: users before what they use. */
export const NOUNS = ['labels', 'tables', 'variables', 'counters', 'shiftCodes'] as const;
export type Noun = (typeof NOUNS)[number];

/** Everything that the checks create on a target. A random prefix identifies it for removal. */
export class Workshop {
  readonly prefix: string;
  readonly #target: Target;
  readonly #made = new Map<string, Noun>();
  #checks = 0;
  #within = '';

  constructor(target: Target, prefix: string) {
    this.#target = target;
    this.prefix = prefix;
  }

  /** From now on names belong to the next check. */
  begin(): void {
    this.#checks += 1;
    this.#within = `${this.prefix}-${this.#checks}-`;
  }

  /** A unique name. */
  name(what: string): string {
    return `${this.#within}${what}`;
  }

  /** The path of a resource with this name; it is removed at the end in any case. */
  pathOf(noun: Noun, name: string): string {
    const path = `/${noun}/${encodeURIComponent(name)}`;
    this.#made.set(path, noun);
    return path;
  }

  /** Removes everything that was created. `leftovers` lists what could not be removed. */
  async clear(target = this.#target): Promise<void> {
    const inOrder = [...this.#made].sort(([, a], [, b]) => NOUNS.indexOf(a) - NOUNS.indexOf(b));
    for (const [path] of inOrder) {
      const removed = await target.delete(path);
      if (isSuccess(removed) || (await target.get(path)).status >= 400) this.#made.delete(path);
    }
  }

  /** Names with the prefix that the target still lists, and errors of their removal. */
  async leftovers(target = this.#target): Promise<string[]> {
    const found = new Set(this.#made.keys());
    for (const noun of NOUNS) {
      const { status, text } = await target.get(`/${noun}`);
      if (status !== 200) continue;
      for (const name of listedNames(text)) if (name.includes(this.prefix)) found.add(`/${noun}/${encodeURIComponent(name)}`);
    }
    return [...found];
  }
}

/** The names in a list, which may be a dictionary or an array of objects with a name. Invalid lists are reported elsewhere. */
function listedNames(text: string): string[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof list !== 'object' || list === null) return [];
  if (!Array.isArray(list)) return Object.keys(list);
  return list.flatMap((each: unknown) => (typeof each === 'object' && each !== null && 'name' in each ? [String(each.name)] : []));
}
