import { isDeepStrictEqual } from 'node:util';
import { NotRun } from './check.ts';
import { entriesOf, isObject, isSuccess, parsed } from './expectations.ts';
import { FlagError } from './flags.ts';
import { eventually, type Target } from './target.ts';

export interface Permissions {
  /** Printers whose jobs may be replaced during the run. */
  printers: readonly string[];
  /** Whether these printers may print. */
  mayPrint: boolean;
}

const PRINTING_STATES = ['HEATING', 'STARTED'];

/** The path of a printer. */
export function printerPath(name: string): string {
  return `/printers/${encodeURIComponent(name)}`;
}

/** The printers of a target: permissions, and the jobs that were selected before the run. */
export class Printers {
  readonly all: readonly string[];
  readonly allowed: readonly string[];
  readonly mayPrint: boolean;
  readonly #target: Target;
  readonly #before = new Map<string, Before>();
  readonly #touched = new Set<string>();

  private constructor(target: Target, all: readonly string[], { printers, mayPrint }: Permissions) {
    this.#target = target;
    this.all = all;
    this.allowed = printers;
    this.mayPrint = mayPrint;
  }

  /**
   * Reads the current selections before anything else. Throws a `FlagError` for an unknown printer. Later requests go `through` another
   * target, if given.
   */
  static async open(target: Target, permissions: Permissions, through = target): Promise<Printers> {
    const all = entriesOf(await target.get('/printers')).map(([name]) => name);
    const strange = permissions.printers.find((name) => !all.includes(name));
    if (strange !== undefined) throw new FlagError(`there is no printer "${strange}"; there are ${all.join(', ')}`);
    const printers = new Printers(through, all, permissions);
    for (const name of permissions.printers) printers.#before.set(name, await lookAt(target, name));
    return printers;
  }

  /**
   * Empties the queue of a permitted printer. Throws `NotRun` if its selection could not be restored; returns a note if the selection is
   * unknown.
   */
  async take(name: string): Promise<string | undefined> {
    const before = this.#before.get(name);
    if (before?.kind === 'irreplaceable') throw new NotRun(`"${name}" ${before.why}: deselect it, or name another printer`);
    this.#touched.add(name);
    await this.#deselect(name, this.#target);
    if (before?.kind !== 'unknown') return undefined;
    return `"${name}" does not report its previous selection; nothing is selected on it after the run`;
  }

  /** Waits until the printer can print. Throws `NotRun` if it cannot. */
  async warm(name: string): Promise<void> {
    const read = async () => parsed(await this.#target.get(`${printerPath(name)}/status`));
    const state = (status: unknown) => (isObject(status) ? String(status['state']) : '');
    const status = await eventually(this.#target, read, (seen) => PRINTING_STATES.includes(state(seen)));
    if (!PRINTING_STATES.includes(state(status))) throw new NotRun(`"${name}" cannot print: it is ${state(status)}`);
  }

  /** Removes the selections of the checks. */
  async clear(target = this.#target): Promise<void> {
    for (const name of this.#touched) await this.#deselect(name, target);
  }

  /** Restores the previous selections, and returns what could not be restored. */
  async putBack(): Promise<string[]> {
    const failures: string[] = [];
    for (const name of this.#touched) {
      const before = this.#before.get(name);
      if (before?.kind !== 'jobs' || before.jobs.length === 0) continue;
      for (const [index, job] of before.jobs.entries()) {
        await this.#target.post(`${printerPath(name)}/printJob`, { ...job, queue: index > 0 });
      }
      const now = await lookAt(this.#target, name);
      if (!isDeepStrictEqual(now, before))
        failures.push(`the queue of "${name}" could not be restored: it contained ${JSON.stringify(before.jobs)}`);
    }
    return failures;
  }

  async #deselect(name: string, target: Target): Promise<void> {
    await target.post(`${printerPath(name)}/printJob`, {});
  }
}

type Before = { kind: 'jobs'; jobs: readonly Record<string, unknown>[] } | { kind: 'unknown' } | { kind: 'irreplaceable'; why: string };

/** Attributes of a listed job that a selection can specify. */
const SELECTABLE = [
  ['labelName', 'label'],
  ['labelColumn', 'labelColumn'],
  ['tableName', 'table'],
  ['keyColumn', 'keyColumn'],
  ['key', 'key'],
  ['firstRow', 'firstRow'],
  ['rowCount', 'rowCount'],
  ['copies', 'copies'],
  ['copiesColumn', 'copiesColumn'],
  ['checkpoint', 'checkpoint'],
  ['repeatPrint', 'repeatPrint'],
  ['description', 'description'],
] as const;

async function lookAt(target: Target, name: string): Promise<Before> {
  const answer = await target.get(`${printerPath(name)}/queue`);
  if (!isSuccess(answer)) return lookAtStatus(target, name);
  const list = parsed(answer);
  const jobs = isObject(list) && Array.isArray(list['jobs']) ? list['jobs'].filter(isObject) : undefined;
  if (!jobs) return { kind: 'unknown' };
  const present = jobs.filter(({ state }) => state !== 'done');
  const special = present.some(({ label, started, frozen }) => label === '' || started !== 0 || frozen === true);
  if (special) return { kind: 'irreplaceable', why: 'has a job that has started, is frozen or contains its own label' };
  return { kind: 'jobs', jobs: present.map(selectionOf) };
}

/** Reads the status of a target that does not list its queue: it may at least report a job. */
async function lookAtStatus(target: Target, name: string): Promise<Before> {
  const status = parsed(await target.get(`${printerPath(name)}/status`));
  if (!isObject(status) || !Object.hasOwn(status, 'job')) return { kind: 'unknown' };
  return status['job'] === null ? { kind: 'jobs', jobs: [] } : { kind: 'irreplaceable', why: 'has a job but does not list its queue' };
}

function selectionOf(job: Record<string, unknown>): Record<string, unknown> {
  const known = SELECTABLE.filter(([, listed]) => job[listed] !== undefined).map(([key, listed]): [string, unknown] => [key, job[listed]]);
  const isKeyed = job['key'] !== undefined;
  const kept = known.filter(([key]) => !isKeyed || (key !== 'firstRow' && key !== 'rowCount'));
  return { ...Object.fromEntries(kept), freeze: false };
}
