import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from '#storage/migrations/migrate.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';

it('a job that an upgrade interrupts goes on with the version that it printed last', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, CONTROLLER_MIGRATIONS.slice(0, 1));
  database.exec(`
    INSERT INTO labels (name, document, revision, modified) VALUES ('Case', '{}', 3, 0);
    INSERT INTO jobs (id, printer, position, state, description, label_name, label_data, label_revision, started, printed, voided, created, frozen, live)
    VALUES ('current', 'Line 1', 1, 'queued', '', 'Case', NULL, 1, 0, 0, 0, 0, 0, 1),
      ('frozen', 'Line 1', 2, 'queued', '', 'Case', NULL, 1, 0, 0, 0, 0, 1, 1),
      ('ended', 'Line 2', 1, 'done', '', 'Case', NULL, 2, 0, 0, 0, 0, 0, 0),
      ('own label', 'Line 3', 1, 'queued', '', '', '{}', 0, 0, 0, 0, 0, 0, 1),
      ('removed label', 'Line 4', 1, 'done', '', 'Tea', NULL, 2, 0, 0, 0, 0, 0, 1)`);
  migrate(database, CONTROLLER_MIGRATIONS.slice(0, 2));
  const jobs = database.prepare('SELECT id, label_revision FROM jobs').all() as { id: string; label_revision: number }[];
  expect(Object.fromEntries(jobs.map(({ id, label_revision: revision }) => [id, revision]))).toEqual({
    ...{ current: 3, frozen: 1, ended: 2 },
    ...{ 'own label': 0, 'removed label': 2 },
  });
});
