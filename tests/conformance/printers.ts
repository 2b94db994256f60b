import { isDeepStrictEqual } from 'node:util';
import { NotRun } from './check.ts';
import { entriesOf, isObject, isSuccess, parsed } from './expectations.ts';
import { FlagError } from './flags.ts';
import { eventually, type Target } from './target.ts';

export interface Permissions {
  /** Printers whose jobs may be replaced while the checks run. */
  printers: readonly string[];
  /** Whether these printers may make marks. */
  mayPrint: boolean;
}

const PRINTING_STATES = ['HEATING', 'STARTED'];

/** The path of a printer. */
export function printerPath(name: string): string {
  return `/printers/${encodeURIComponent(name)}`;
}

/** The printers of a target: what may be done with them, and what was selected on them before. */
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

  /** Looks at what is selected before anything is done. Throws a `FlagError` for a printer that is not there.
   * Later requests go `through` another target, if there is one. */
  static async open(target: Target, permissions: Permissions, through = target): Promise<Printers> {
    const all = entriesOf(await target.get('/printers')).map(([name]) => name);
    const strange = permissions.printers.find((name) => !all.includes(name));
    if (strange !== undefined) throw new FlagError(`there is no printer "${strange}"; there are ${all.join(', ')}`);
    const printers = new Printers(through, all, permissions);
    for (const name of permissions.printers) printers.#before.set(name, await lookAt(target, name));
    return printers;
  }

  /**
   * Empties the queue of a printer that may be touched. Throws `NotRun` when what is selected there could not be put back; gives a note when
   * nobody can know.
   */
  async take(name: string): Promise<string | undefined> {
    const before = this.#before.get(name);
    if (before?.kind === 'irreplaceable') throw new NotRun(`"${name}" ${before.why}: deselect there, or name another printer`);
    this.#touched.add(name);
    await this.#deselect(name, this.#target);
    if (before?.kind !== 'unknown') return undefined;
    return `"${name}" does not tell what was selected on it before; nothing is selected on it afterwards`;
  }

  /** Waits until it can print. Throws `NotRun` when it cannot. */
  async warm(name: string): Promise<void> {
    const read = async () => parsed(await this.#target.get(`${printerPath(name)}/status`));
    const state = (status: unknown) => (isObject(status) ? String(status['state']) : '');
    const status = await eventually(this.#target, read, (seen) => PRINTING_STATES.includes(state(seen)));
    if (!PRINTING_STATES.includes(state(status))) throw new NotRun(`"${name}" cannot print: it is ${state(status)}`);
  }

  /** Leaves nothing of ours selected. */
  async clear(target = this.#target): Promise<void> {
    for (const name of this.#touched) await this.#deselect(name, target);
  }

  /** Selects again what was selected before, and tells what could not be put back. */
  async putBack(): Promise<string[]> {
    const told: string[] = [];
    for (const name of this.#touched) {
      const before = this.#before.get(name);
      if (before?.kind !== 'jobs' || before.jobs.length === 0) continue;
      for (const [index, job] of before.jobs.entries()) {
        await this.#target.post(`${printerPath(name)}/printJob`, { ...job, queue: index > 0 });
      }
      const now = await lookAt(this.#target, name);
      if (!isDeepStrictEqual(now, before))
        told.push(`the queue of "${name}" could not be put back: it held ${JSON.stringify(before.jobs)}`);
    }
    return told;
  }

  async #deselect(name: string, target: Target): Promise<void> {
    await target.post(`${printerPath(name)}/printJob`, {});
  }
}

type Before = { kind: 'jobs'; jobs: readonly Record<string, unknown>[] } | { kind: 'unknown' } | { kind: 'irreplaceable'; why: string };

/** What of a listed job a selection can say again. */
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
  if (special) return { kind: 'irreplaceable', why: 'has a job that has begun, is frozen or came with its own label' };
  return { kind: 'jobs', jobs: present.map(selectionOf) };
}

/** A target that does not list its queue may say at least that there is a job. */
async function lookAtStatus(target: Target, name: string): Promise<Before> {
  const status = parsed(await target.get(`${printerPath(name)}/status`));
  if (!isObject(status) || !Object.hasOwn(status, 'job')) return { kind: 'unknown' };
  return status['job'] === null ? { kind: 'jobs', jobs: [] } : { kind: 'irreplaceable', why: 'has a job, and does not list its queue' };
}

function selectionOf(job: Record<string, unknown>): Record<string, unknown> {
  const known = SELECTABLE.filter(([, listed]) => job[listed] !== undefined).map(([key, listed]): [string, unknown] => [key, job[listed]]);
  const isKeyed = job['key'] !== undefined;
  const kept = known.filter(([key]) => !isKeyed || (key !== 'firstRow' && key !== 'rowCount'));
  return { ...Object.fromEntries(kept), freeze: false };
}
