import type { ApprovalState } from '#contract/api-v3/approval-state.ts';
import { APPROVAL_TRANSITIONS, type ApprovalDecision, type SignatureMeaning } from '#contract/api-v3/label-approval.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { noPublish, type Publish } from '../events/events.ts';

type Db = ControllerDatabase | ControllerTransaction;

/** One version of a label. */
export interface VersionOfLabel {
  name: string;
  revision: number;
}

export interface NewDecision {
  decision: ApprovalDecision;
  comment: string;
  /** Who decides. */
  by: string;
}

export interface LabelApprovalsOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  publish?: Publish;
}

const MEANINGS: Readonly<Record<Exclude<ApprovalDecision, 'submit'>, SignatureMeaning>> = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
};

/** The decisions that the author of a version, and the person who submitted it, may not make. */
const NEEDS_ANOTHER_PERSON: readonly ApprovalDecision[] = ['approve', 'reject'];

/** The approval of label versions: the state of each version, and every decision about it. */
export class LabelApprovals {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #publish: Publish;

  constructor({ db, now, publish = noPublish }: LabelApprovalsOptions) {
    this.#db = db;
    this.#now = now;
    this.#publish = publish;
  }

  /** The newest approved version of a label; undefined when it has none. */
  async findApproved(name: string, db: Db = this.#db): Promise<number | undefined> {
    const newest = await db
      .selectFrom('label_versions')
      .select('revision')
      .where('name', '=', name)
      .where('approval', '=', 'approved')
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest?.revision;
  }

  /** The state of a version; undefined when there is no such version. */
  async findState({ name, revision }: VersionOfLabel, db: Db = this.#db): Promise<ApprovalState | undefined> {
    return (await findVersion({ name, revision }, db))?.approval;
  }

  /**
   * Decides about a version and returns its new state. Throws `not-found`, `approval-refused` naming the state that does not permit the decision, and
   * `same-person` when the author or the person who submitted the version approves or rejects it.
   */
  async decide(version: VersionOfLabel, { decision, comment, by }: NewDecision, trx: ControllerTransaction): Promise<ApprovalState> {
    const found = await findVersion(version, trx);
    if (!found) throw missing(version);
    const state = APPROVAL_TRANSITIONS[found.approval][decision];
    if (state === undefined) throw notPermitted(version, found.approval, decision);
    if (NEEDS_ANOTHER_PERSON.includes(decision)) await this.#refuseSamePerson(version, { author: found.author, by }, trx);
    const meaning = decision === 'submit' ? meaningOfSubmission(found.author, by) : MEANINGS[decision];
    await this.#store(version, { decision, state, meaning, by, comment }, trx);
    return state;
  }

  /** Records that the plant has approved a version before this controller got it. */
  async recordApproval(version: VersionOfLabel, by: string, trx: ControllerTransaction): Promise<void> {
    const comment = 'Approved in the plant.';
    await this.#store(version, { decision: 'approve', state: 'approved', meaning: MEANINGS.approve, by, comment }, trx);
  }

  /** Withdraws the approved versions of a deleted label, and those in review, so that a new label of its name begins without approval. */
  async withdrawAll(name: string, by: string, trx: ControllerTransaction): Promise<void> {
    const rows = await trx
      .selectFrom('label_versions')
      .select('revision')
      .where('name', '=', name)
      .where('approval', 'in', ['in-review', 'approved'])
      .orderBy('revision')
      .execute();
    const decision = { decision: 'withdraw', state: 'withdrawn', meaning: 'withdrawn', by, comment: 'The label was deleted.' } as const;
    for (const { revision } of rows) await this.#store({ name, revision }, decision, trx);
  }

  async #store(
    { name, revision }: VersionOfLabel,
    { decision, state, meaning, by, comment }: NewDecision & { state: ApprovalState; meaning: SignatureMeaning },
    trx: ControllerTransaction,
  ): Promise<void> {
    await trx.updateTable('label_versions').set({ approval: state }).where('name', '=', name).where('revision', '=', revision).execute();
    const values = { label: name, revision, decision, state, meaning, decided_by: by, decided_at: this.#now(), comment };
    await trx.insertInto('label_approvals').values(values).execute();
    this.#publish({ type: 'label:changed', name }, trx);
  }

  async #refuseSamePerson(
    version: VersionOfLabel,
    { author, by }: { author: string; by: string },
    trx: ControllerTransaction,
  ): Promise<void> {
    if (isSamePerson(author, by)) throw samePerson(version, `"${by}" wrote it`);
    const submissions = await trx
      .selectFrom('label_approvals')
      .select('decided_by')
      .where('label', '=', version.name)
      .where('revision', '=', version.revision)
      .where('decision', '=', 'submit')
      .execute();
    if (submissions.some(({ decided_by: submitter }) => isSamePerson(submitter, by))) throw samePerson(version, `"${by}" submitted it`);
  }
}

async function findVersion({ name, revision }: VersionOfLabel, db: Db): Promise<{ approval: ApprovalState; author: string } | undefined> {
  const query = db.selectFrom('label_versions').select(['approval', 'author']).where('name', '=', name).where('revision', '=', revision);
  return query.executeTakeFirst();
}

/** A person who submits a version whose author is not known counts as its author. */
function meaningOfSubmission(author: string, by: string): SignatureMeaning {
  return author === '' || isSamePerson(author, by) ? 'authored' : 'submitted';
}

/** Names differ by more than case and spaces around them, as those of people at a station do. */
function isSamePerson(one: string, other: string): boolean {
  const folded = (name: string) => name.trim().normalize('NFC').toLowerCase();
  return folded(one) === folded(other);
}

function addressOf({ name, revision }: VersionOfLabel): string {
  return `/api/v3/labels/${encodeURIComponent(name)}/versions/${revision}`;
}

function titleOf({ name, revision }: VersionOfLabel): string {
  return `Version ${revision} of the label "${name}"`;
}

function missing(version: VersionOfLabel): ProblemError {
  const detail = `There is no version ${version.revision} of the label "${version.name}".`;
  return new ProblemError('not-found', { detail, instance: addressOf(version) });
}

function notPermitted(version: VersionOfLabel, state: ApprovalState, decision: ApprovalDecision): ProblemError {
  const permitted = Object.keys(APPROVAL_TRANSITIONS[state]);
  const next = permitted.length > 0 ? `Only ${permitted.join(', ')} is possible.` : 'Save the label again to make a new version.';
  const detail = `${titleOf(version)} is in the state "${state}", which does not permit the decision "${decision}". ${next}`;
  return new ProblemError('approval-refused', { detail, instance: addressOf(version) });
}

function samePerson(version: VersionOfLabel, why: string): ProblemError {
  return new ProblemError('same-person', {
    detail: `${titleOf(version)} needs the decision of another person: ${why}.`,
    instance: addressOf(version),
  });
}
