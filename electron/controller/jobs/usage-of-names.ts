import { dictionary } from '#contract/api-v3/name.ts';
import type { Usage, Users } from '#contract/api-v3/usage.ts';
import type { LabelNeeds } from '#rendering/label-needs.ts';
import { isSameFont } from '#rendering/text/fonts.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Labels } from '../labels/labels.ts';
import type { JobLabels } from './job-labels.ts';
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';
import type { LabelDocuments } from './label-documents.ts';

export interface UsageRooms {
  db: ControllerDatabase;
  jobs: Jobs;
  jobLabels: JobLabels;
  labels: Labels;
  documents: LabelDocuments;
  fonts: Fonts;
}

type Db = ControllerDatabase | ControllerTransaction;
type Noun = keyof Usage;
type User = { job: Users['jobs'][number] } | { label: string };

/** Who needs labels, tables, variables, counters, shift codes and fonts as they stand now: by the same rules as `Removal` refuses. */
export class UsageOfNames {
  readonly #rooms: UsageRooms;

  constructor(rooms: UsageRooms) {
    this.#rooms = rooms;
  }

  /** Everything that somebody needs. */
  async all(db: Db = this.#rooms.db): Promise<Usage> {
    const found = new Found();
    const printers = new Set<string>();
    for (const job of await this.#rooms.jobs.allQueued(db)) {
      await this.#addJob(found, { job, isSelected: !printers.has(job.printer) }, db);
      printers.add(job.printer);
    }
    await this.#addLabels(found, db);
    return found.usage();
  }

  /** Who needs this; undefined when nobody does. */
  async find(noun: Noun, name: string, db: Db): Promise<Users | undefined> {
    const names = (await this.all(db))[noun];
    return Object.hasOwn(names, name) ? names[name] : undefined;
  }

  async #addJob(found: Found, { job, isSelected }: { job: Job; isSelected: boolean }, db: Db): Promise<void> {
    const { jobLabels } = this.#rooms;
    const { id, printer, description, label_name: label, table_name: table } = job;
    const user = { job: { id, printer, title: description || label, isSelected } };
    const isFrozen = job.frozen === 1;
    for (const { needs } of await jobLabels.documents(job, db)) this.#addNeeds(found, { needs, user, isFrozen });
    if (isFrozen) return;
    for (const name of await jobLabels.names(job, db)) found.add('labels', name, user);
    if (table !== null) found.add('tables', table, user);
  }

  async #addLabels(found: Found, db: Db): Promise<void> {
    const { labels, documents } = this.#rooms;
    const names = (await labels.list(db)).map(([name]) => name);
    for (const { document, name } of await documents.all(names, db))
      this.#addNeeds(found, { needs: document.needs, user: { label: name }, isFrozen: false });
  }

  #addNeeds(found: Found, { needs, user, isFrozen }: { needs: LabelNeeds; user: User; isFrozen: boolean }): void {
    for (const font of this.#rooms.fonts.list()) {
      if (needs.fonts.some((needed) => isSameFont(needed, font))) found.add('fonts', `${font.family} ${font.style}`, user);
    }
    if (isFrozen) return;
    for (const noun of ['variables', 'counters', 'shiftCodes'] as const) for (const name of needs[noun]) found.add(noun, name, user);
  }
}

/** Users by what they need. */
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
