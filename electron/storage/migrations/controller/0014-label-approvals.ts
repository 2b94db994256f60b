import type { Migration } from '../migrate.ts';

/** Approval of label versions: the state of each version, and the decisions that led to it. Existing versions are drafts. */
export const labelApprovals: Migration = {
  version: 14,
  sql: `
    ALTER TABLE label_versions ADD COLUMN approval TEXT NOT NULL DEFAULT 'draft'
      CHECK (approval IN ('draft', 'in-review', 'approved', 'rejected', 'withdrawn'));
    CREATE INDEX label_versions_approved ON label_versions (name, revision) WHERE approval = 'approved';
    CREATE TABLE label_approvals (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      label TEXT NOT NULL,
      revision INTEGER NOT NULL,
      decision TEXT NOT NULL CHECK (decision IN ('submit', 'approve', 'reject', 'withdraw')),
      state TEXT NOT NULL CHECK (state IN ('in-review', 'approved', 'rejected', 'withdrawn')),
      meaning TEXT NOT NULL CHECK (meaning IN ('authored', 'submitted', 'approved', 'rejected', 'withdrawn')),
      decided_by TEXT NOT NULL,
      decided_at INTEGER NOT NULL,
      comment TEXT NOT NULL
    ) STRICT;
    CREATE INDEX label_approvals_by_version ON label_approvals (label, revision);
  `,
};
