import type { ApprovalState } from '#contract/api-v3/approval-state.ts';
import { isUnderApprovalRule } from '#contract/api-v3/label-approval.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { LabelApprovals } from '../labels/label-approvals.ts';
import type { Job } from '../queue/job.ts';
import type { JobLabelRevisions } from '../queue/job-label-revisions.ts';
import type { Settings } from '../settings/settings.ts';
import type { LabelDocument, LabelDocuments, LabelSource } from './label-documents.ts';

type Db = ControllerDatabase | ControllerTransaction;

export interface ApprovalRuleDeps {
  settings: Settings;
  approvals: LabelApprovals;
  documents: LabelDocuments;
  jobLabelRevisions: JobLabelRevisions;
}

/** The version of a label that is to be printed. The name is empty for a label that came with its job. */
interface PrintedVersion {
  labelName: string;
  revision: number;
}

/** The rule that only approved labels print: on all printers of the controller, on some, or on none. */
export class ApprovalRule {
  readonly #deps: ApprovalRuleDeps;

  constructor(deps: ApprovalRuleDeps) {
    this.#deps = deps;
  }

  /** Whether only approved labels print on a printer. */
  async isFor(printer: string, db?: Db): Promise<boolean> {
    return isUnderApprovalRule(await this.#deps.settings.approvalRule(db), printer);
  }

  /** Whether a version may come into a job of a printer. */
  async doesPermit(printer: string, { labelName, revision }: PrintedVersion, db?: Db): Promise<boolean> {
    if (!(await this.isFor(printer, db))) return true;
    return (await this.#deps.approvals.findState({ name: labelName, revision }, db)) === 'approved';
  }

  /**
   * The version of a label that a selection on a printer takes: the newest one, or the newest approved one under the rule. Throws `not-found`, and
   * `label-not-approved` for a label without an approved version.
   */
  async selectable(name: string, printer: string, db?: Db): Promise<LabelSource> {
    const { documents, approvals } = this.#deps;
    if (!(await this.isFor(printer, db))) return documents.named(name, db);
    const newest = await documents.revision(name, db);
    const revision = await approvals.findApproved(name, db);
    if (revision === undefined) throw notApproved(name, newest, await approvals.findState({ name, revision: newest }, db));
    return revision === newest ? documents.named(name, db) : { document: await documents.version(name, revision, db), revision };
  }

  /** The version that the printer may print instead of an older one: `newest`, or the newest approved one under the rule. */
  async findNewer(
    printer: string,
    { label, revision, newest }: { label: string; revision: number; newest: number },
  ): Promise<number | undefined> {
    if (!(await this.isFor(printer))) return newest;
    const approved = await this.#deps.approvals.findApproved(label);
    return approved !== undefined && approved > revision ? approved : undefined;
  }

  /** The label of a selection: one that came with it, or a stored one. Throws as `selectable` does; the rule permits no label that came with its job. */
  async labelFor(
    printer: string,
    { labelName, inline }: { labelName: string; inline: LabelDocument | undefined },
    db?: Db,
  ): Promise<LabelSource> {
    if (!inline) return this.selectable(labelName, printer, db);
    if (await this.isFor(printer, db)) throw sentAlong(printer);
    return { document: inline, revision: 0 };
  }

  /** Throws `label-not-approved` for a version that may not come into a job of the printer. */
  async refuse(printer: string, { labelName, revision }: PrintedVersion, db?: Db): Promise<void> {
    if (!(await this.isFor(printer, db))) return;
    if (labelName === '') throw sentAlong(printer);
    const state = await this.#deps.approvals.findState({ name: labelName, revision }, db);
    if (state !== 'approved') throw notApproved(labelName, revision, state);
  }

  /**
   * Throws `label-not-approved` for the next print of a job that has not begun. A job that has begun prints on; only a label that a row of its table
   * names since the selection must be approved.
   */
  async refuseNext(job: Job, version: PrintedVersion, db?: Db): Promise<void> {
    if (await this.#hasBegunWith(job, version, db)) return;
    await this.refuse(job.printer, version, db);
  }

  async #hasBegunWith(
    { id, started, frozen, label_column: column }: Job,
    { labelName }: PrintedVersion,
    db: Db | undefined,
  ): Promise<boolean> {
    if (started === 0) return false;
    if (column === null || frozen === 1) return true;
    return this.#deps.jobLabelRevisions.isKept(id, labelName, db);
  }
}

function notApproved(name: string, revision: number, state: ApprovalState | undefined): ProblemError {
  const detail = `Only approved labels print here. Version ${revision} of the label "${name}" is in the state "${state ?? 'draft'}".`;
  return new ProblemError('label-not-approved', { detail, instance: `/api/v3/labels/${encodeURIComponent(name)}/versions` });
}

function sentAlong(printer: string): ProblemError {
  return new ProblemError('label-not-approved', {
    detail: `Only approved labels print on "${printer}". A label that is sent with its job has no approval: store it, and have it approved.`,
  });
}
