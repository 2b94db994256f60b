import { expect, it } from 'vitest';
import { rowOfStation } from '#renderer/panels/audit-log/audit-row.ts';

const ENTRY = {
  ...{ number: 7, hash: 'a'.repeat(64), at: '2026-11-21T06:00:00.000Z', operation: 'labels.remove', person: 'Ada' },
  ...{ screen: 'a1b2c3d4e5f6', subject: 'Case', outcome: 'done' as const },
};

it.each([
  ['one person', {}, 'Ada'],
  ['a person and the second one who has confirmed it', { confirmedBy: 'Eve' }, 'Ada + Eve'],
])('a record of the station shows %s', (_name, fields, person) => {
  expect(rowOfStation({ ...ENTRY, ...fields }).person).toBe(person);
});
