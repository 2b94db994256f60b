import { dictionary } from '#contract/api-v3/name.ts';
import type { Usage, Users } from '#contract/api-v3/usage.ts';
import { ProblemError } from '#contract/problem.ts';
import type { LabelNeeds } from '#rendering/label/label-needs.ts';
import { isSameFont } from '#rendering/text/font-library.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Labels } from '../labels/labels.ts';
import type { JobLabels } from '../preparation/job-labels.ts';
import type { Job } from '../queue/job.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { LabelDocuments } from '../preparation/label-documents.ts';

export interface NameUsageDeps {
  db: ControllerDatabase;
  jobs: JobQueues;
  jobLabels: JobLabels;
  labels: Labels;
  documents: LabelDocuments;
  fonts: Fonts;
}

type Db = ControllerDatabase | ControllerTransaction;
type Noun = keyof Usage;
type User = { job: Users['jobs'][number] } | { label: string };

/**
 * Finds the jobs and labels that use labels, tables, variables, counters, shift codes and fonts, by the same rules by which `Removal`
 * refuses.
 */
export class NameUsage {
  readonly #deps: NameUsageDeps;

  constructor(deps: NameUsageDeps) {
    this.#deps = deps;
  }

  /** All resources in use, with their users. */
  async all(db: Db = this.#deps.db): Promise<Usage> {
    const found = new Found();
    const printers = new Set<string>();
    for (const job of await this.#deps.jobs.allQueued(db)) {
      await this.#addJob(found, { job, isSelected: !printers.has(job.printer) }, db);
      printers.add(job.printer);
    }
    await this.#addLabels(found, db);
    return found.usage();
  }

  /** The users of a resource; undefined when it has none. */
  async find(noun: Noun, name: string, db: Db): Promise<Users | undefined> {
    const names = (await this.all(db))[noun];
    return Object.hasOwn(names, name) ? names[name] : undefined;
  }

  async #addJob(found: Found, { job, isSelected }: { job: Job; isSelected: boolean }, db: Db): Promise<void> {
    const { jobLabels } = this.#deps;
    const { table_name: table } = job;
    const user = { job: { ...jobUser(job), isSelected } };
    const isFrozen = job.frozen === 1;
    for (const { needs } of await jobLabels.documents(job, db)) this.#addNeeds(found, { needs, user, isFrozen });
    if (isFrozen) return;
    for (const name of await jobLabels.names(job, db)) found.add('labels', name, user);
    if (table !== null) found.add('tables', table, user);
  }

  async #addLabels(found: Found, db: Db): Promise<void> {
    const { labels, documents } = this.#deps;
    const names = (await labels.list(db)).map(([name]) => name);
    for (const { document, name } of await documents.all(names, db))
      this.#addNeeds(found, { needs: document.needs, user: { label: name }, isFrozen: false });
  }

  #addNeeds(found: Found, { needs, user, isFrozen }: { needs: LabelNeeds; user: User; isFrozen: boolean }): void {
    for (const font of this.#deps.fonts.list()) {
      if (needs.fonts.some((needed) => isSameFont(needed, font))) found.add('fonts', `${font.family} ${font.style}`, user);
    }
    if (isFrozen) return;
    for (const noun of ['variables', 'counters', 'shiftCodes'] as const) for (const name of needs[noun]) found.add(noun, name, user);
  }
}

/** Users by resource. */
class Found {
  readonly #byNoun = new Map<Noun, Map<string, Users>>();

  add(noun: Noun, name: string, user: User): void {
    const names = this.#byNoun.get(noun) ?? new Map<string, Users>();
    const users = names.get(name) ?? { jobs: [], labels: [] };
    this.#byNoun.set(noun, names.set(name, users));
    if ('label' in user) users.labels.push(user.label);
    else if (!users.jobs.some(({ id }) => id === user.job.id)) users.jobs.push(user.job);
  }

  usage(): Usage {
    const of = (noun: Noun) => dictionary(this.#byNoun.get(noun) ?? []);
    return {
      labels: of('labels'),
      tables: of('tables'),
      variables: of('variables'),
      counters: of('counters'),
      shiftCodes: of('shiftCodes'),
      fonts: of('fonts'),
    };
  }
}

/** A job as the user of a resource. */
export function jobUser({ id, printer, description, label_name: label }: Job): Omit<Users['jobs'][number], 'isSelected'> {
  return { id, printer, title: description || label };
}

const MAX_NAMED_USERS = 5;

/** A resource in use: its noun in a message, and its segment of an API path. */
interface UsedResource {
  word: string;
  path: string;
  name: string;
  /** Its path, if that does not end with the name. */
  instance?: string | undefined;
}

interface ResourceUsers {
  jobs: readonly Omit<Users['jobs'][number], 'isSelected'>[];
  labels?: readonly string[];
}

/** The `in-use` problem for a change of a resource, naming its users. */
export function inUse({ word, path, name, instance }: UsedResource, { jobs, labels = [] }: ResourceUsers): ProblemError {
  const users = [
    ...jobs.map(({ id, printer, title }) => (title === '' ? `job ${id} on "${printer}"` : `"${title}" on "${printer}" (job ${id})`)),
    ...labels.map((label) => `the label "${label}"`),
  ];
  const rest = users.length - MAX_NAMED_USERS;
  const detail = `The ${word} "${name}" is needed by ${users.slice(0, MAX_NAMED_USERS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
  return new ProblemError('in-use', { detail, instance: instance ?? `/api/v3/${path}/${encodeURIComponent(name)}` });
}
