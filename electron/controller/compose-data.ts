import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { HighWater } from '#storage/high-water.ts';
import { Counters } from './counters/counters.ts';
import type { Publish } from './events/events.ts';
import { ApprovalRule } from './preparation/approval-rule.ts';
import { LabelDocuments } from './preparation/label-documents.ts';
import { LabelTests } from './preparation/label-tests.ts';
import { JobLabelRevisions } from './queue/job-label-revisions.ts';
import { LabelApprovals } from './labels/label-approvals.ts';
import { LabelVersions } from './labels/label-versions.ts';
import { Labels } from './labels/labels.ts';
import { Settings } from './settings/settings.ts';
import { ShiftCodes } from './shift-codes/shift-codes.ts';
import { Tables } from './tables/tables.ts';
import { Variables } from './variables/variables.ts';

interface DataOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  newId: () => string;
  highWater?: HighWater | undefined;
  publish: Publish;
}

/** Composes the modules that hold the content of labels: documents, tables, variables, counters, shift codes and settings. */
export function composeData({ db, now, newId, publish, highWater = new HighWater() }: DataOptions) {
  const labelVersions = new LabelVersions({ db });
  const settings = new Settings({ db, newId, publish });
  const timeZone = () => settings.timeZone();
  const values = {
    variables: new Variables({ db, publish }),
    counters: new Counters({ db, highWater, publish }),
    shiftCodes: new ShiftCodes({ db, now, timeZone, publish }),
  };
  const labelTests = new LabelTests({ ...values, settings });
  const labels = new Labels({ db, now, versions: labelVersions, tests: labelTests, publish });
  const jobLabelRevisions = new JobLabelRevisions({ db });
  const documents = new LabelDocuments({ labels, labelVersions, jobLabelRevisions });
  const labelApprovals = new LabelApprovals({ db, now, publish });
  const approvalRule = new ApprovalRule({ settings, approvals: labelApprovals, documents, jobLabelRevisions });
  const approval = { labelApprovals, approvalRule };
  const tables = new Tables({ db, now, publish });
  return { ...values, ...approval, labelVersions, labelTests, labels, jobLabelRevisions, documents, tables, settings, timeZone, highWater };
}
