import type { Migration } from '../../migrate.ts';

/** Uses of keys are counted and pruned with their like: what a machine does all day is no reason to forget what a person did once. */
export const auditFamilies: Migration = {
  version: 8,
  sql: `
    ALTER TABLE audit ADD COLUMN family TEXT NOT NULL DEFAULT '';
    ALTER TABLE audit ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    UPDATE audit SET family = CASE key_name WHEN '' THEN 'wrong keys' ELSE operation END;
    UPDATE audit SET place = counted.place
      FROM (SELECT id, row_number() OVER (PARTITION BY family ORDER BY id) AS place FROM audit) AS counted
      WHERE counted.id = audit.id;
    CREATE UNIQUE INDEX audit_by_family ON audit (family, place);
  `,
};
