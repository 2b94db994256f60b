import { DEJAVU, giantGlyphs, mutatedFont, paddedFont } from '#support/font-files.ts';
import type { Random } from '#support/random.ts';

const HUGE = 30 * 1024 * 1024;
const NAMES = { small: 12, huge: 5 };
const OK = [200, 201, 204];
/** What an installation may be answered: done, not a font, more than all fonts may take together. */
const INSTALLED = [201, 204, 413];
const JUDGED = [...INSTALLED, 400];

/** What was done with fonts, and how often. */
export type ChangeCounts = Record<'small' | 'huge' | 'mutated' | 'refused' | 'deleted' | 'full', number>;

/** Installs, replaces and deletes fonts of a running controller, by chance. */
export class FontChanges {
  readonly counts: ChangeCounts = { small: 0, huge: 0, mutated: 0, refused: 0, deleted: 0, full: 0 };
  readonly faults: string[] = [];
  readonly installed = new Set<string>();
  readonly #url: string;
  readonly #random: Random;
  /** Made before anything is printed: it takes this process as long as several products. */
  readonly #huge = Array.from({ length: 6 }, (_, mark) => paddedFont(HUGE, mark));
  #mark = 0;

  constructor(url: string, random: Random) {
    this.#url = `${url}/api/v3/fonts`;
    this.#random = random;
  }

  /** Installs a font under a name of its own, which none of the changes touches. */
  async install(family: string, bytes: Uint8Array<ArrayBuffer> = DEJAVU): Promise<void> {
    await this.#put(family, bytes, INSTALLED);
  }

  async change(): Promise<void> {
    const share = this.#random.fraction();
    if (share < 0.3) return this.#installSmall();
    if (share < 0.5) return this.#installHuge();
    if (share < 0.8) return this.#installMutant();
    await this.#remove(this.#random.pick([...this.installed, 'not there']));
  }

  /** Deletes every font that was installed by a change. */
  async removeAll(): Promise<void> {
    for (const family of [...this.installed]) await this.#remove(family);
  }

  async #installSmall(): Promise<void> {
    this.counts.small += 1;
    const family = `Small ${this.#random.whole(1, NAMES.small)}`;
    await this.#putOwn(family, paddedFont(DEJAVU.length + this.#random.whole(4, 300_000), (this.#mark += 1)), INSTALLED);
  }

  async #installHuge(): Promise<void> {
    this.counts.huge += 1;
    await this.#putOwn(`Huge ${this.#random.whole(1, NAMES.huge)}`, this.#random.pick(this.#huge), INSTALLED);
  }

  async #installMutant(): Promise<void> {
    this.counts.mutated += 1;
    const bytes = this.#random.fraction() < 0.1 ? giantGlyphs() : mutatedFont(this.#random);
    await this.#putOwn(`Small ${this.#random.whole(1, NAMES.small)}`, bytes, JUDGED);
  }

  async #putOwn(family: string, bytes: Uint8Array<ArrayBuffer>, expected: readonly number[]): Promise<void> {
    const status = await this.#put(family, bytes, expected);
    if (OK.includes(status)) this.installed.add(family);
    if (status === 400) this.counts.refused += 1;
    if (status === 413) this.counts.full += 1;
  }

  async #put(family: string, bytes: Uint8Array<ArrayBuffer>, expected: readonly number[]): Promise<number> {
    const response = await this.#send(family, { method: 'PUT', headers: { 'content-type': 'font/ttf' }, body: bytes });
    await this.#expect(response, expected, `installing ${family}`);
    return response.status;
  }

  async #remove(family: string): Promise<void> {
    this.counts.deleted += 1;
    const response = await this.#send(family, { method: 'DELETE' });
    await this.#expect(response, this.installed.has(family) ? [204] : [404], `deleting ${family}`);
    this.installed.delete(family);
  }

  /** Once more when the service closed an idle connection at the moment at which it was used again: each of these requests may be repeated. */
  async #send(family: string, request: RequestInit): Promise<Response> {
    const address = `${this.#url}/${encodeURIComponent(family)}/Regular`;
    return fetch(address, request).catch(() => fetch(address, request));
  }

  async #expect(response: Response, expected: readonly number[], what: string): Promise<void> {
    const text = await response.text();
    if (!expected.includes(response.status)) this.faults.push(`${what} was answered ${response.status}: ${text.slice(0, 300)}`);
  }
}
