import { describe, expect, it } from 'vitest';
import { stationContract } from '#contract/station/index.ts';
import type { Operation } from '#contract/station/operation.ts';
import { DEFAULT_PERMISSIONS, ROLES, type Role } from '#contract/station/permissions.ts';
import { TWO_PERSON_KINDS, TWO_PERSON_OPERATIONS, type TwoPersonKind } from '#contract/station/two-person.ts';
import { UPLOAD_ACCESS } from '#contract/station/event-log.ts';
import { ProblemError } from '#contract/problem.ts';
import { serveFor, type CallingScreen } from '#station/people/callers.ts';
import { PermissionCheck, type CheckedCommand } from '#station/people/permission-check.ts';
import type { People } from '#station/people/people.ts';
import type { StoredPerson } from '#station/people/people-store.ts';
import type { Screens } from '#station/people/screens.ts';
import matrix from '../../../../fixtures/access/station-matrix.json' with { type: 'json' };

/** The letters of the matrix: permitted, a person must sign in, the screen is locked, refused, permitted with a second person. */
const LETTERS: Readonly<Record<string, string>> = {
  'person-required': 'S',
  'screen-locked': 'L',
  'not-permitted': 'R',
  'second-person-required': '2',
};
const LOCAL = [...ROLES, 'signed-out', 'locked', 'other-line', 'no-screen'] as const;
/** At other computers: a person of each role, a locked screen, a session that has ended, and a wall screen. */
const ELSEWHERE = [
  ...ROLES.map((role) => `network-${role}` as const),
  'network-locked',
  'network-ended',
  'network-other-line',
  'wall',
] as const;
const COLUMNS = [...LOCAL, ...ELSEWHERE] as const;
type Column = (typeof COLUMNS)[number];

/** A station with people and these kinds that need a second person, and one screen in the state of the column. */
function checkOf(column: Column, twoPersonKinds: readonly TwoPersonKind[]): PermissionCheck {
  const state = stateOf(column);
  const role: Role = (ROLES as readonly string[]).includes(state) ? (state as Role) : 'administrator';
  const lines = state === 'other-line' ? ['line-2'] : null;
  const isSignedOut = ['signed-out', 'ended', 'wall'].includes(state);
  const person: StoredPerson = { id: 'p', name: 'Ada', role, lines, isEnabled: true, secretHash: '', badgeHash: null };
  return new PermissionCheck({
    people: { areKept: true, permissionsOf: (of: Role) => DEFAULT_PERMISSIONS[of], twoPersonKinds } as unknown as People,
    screens: { personAt: () => (isSignedOut ? undefined : person), isLocked: () => state === 'locked' } as unknown as Screens,
    lines: { of: () => Promise.resolve(['line-1']) },
  });
}

/** The state of the screen, wherever it is. */
function stateOf(column: Column): string {
  return column.replace('network-', '');
}

function placeOf(column: Column): CallingScreen['place'] {
  if (column === 'wall') return 'wall';
  return column.startsWith('network-') ? 'network' : 'local';
}

async function outcomeOf(column: Column, command: CheckedCommand, kinds: readonly TwoPersonKind[] = []): Promise<string> {
  const check = checkOf(column, kinds);
  try {
    await (column === 'no-screen' ? check.check(command) : serveFor({ screen: 'one', place: placeOf(column) }, () => check.check(command)));
    return 'P';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return LETTERS[error.slug] ?? error.slug;
  }
}

/** All commands of the page, the files that it sends, and an unsaved edit of both kinds. */
function commands(): CheckedCommand[] {
  const operations = Object.entries(stationContract).flatMap(([noun, verbs]) =>
    Object.entries(verbs as Record<string, Operation>).map(([verb, operation]) => ({ name: `${noun}.${verb}`, operation })),
  );
  const declared = operations.flatMap(({ name, operation }): CheckedCommand[] => {
    if (operation.kind !== 'command') return [];
    const { access } = operation;
    if (access !== 'edit') return [{ operation: name, access, input: {} }];
    return ['label', 'table'].map((kind) => ({ operation: `${name} ${kind}`, access, input: { kind } }));
  });
  const uploads = Object.entries(UPLOAD_ACCESS).map(([operation, access]) => ({ operation, access, input: {} }));
  return [...declared, ...uploads].sort((a, b) => (a.operation < b.operation ? -1 : 1));
}

describe('E8 H5 who may call a command of the page', () => {
  it('is what the declared matrix says, for every command and every state of a screen', async () => {
    const rows = await Promise.all(
      commands().map(async (command) => {
        const cells = await Promise.all(COLUMNS.map((column) => outcomeOf(column, command)));
        return [command.operation, cells.join(' ')];
      }),
    );
    expect({ columns: COLUMNS.join(' '), ...Object.fromEntries(rows) }).toEqual(matrix);
  });

  it.each(TWO_PERSON_KINDS)('is the same with a second person for %s, who is needed for its commands only', async (kind) => {
    const marked: readonly string[] = TWO_PERSON_OPERATIONS[kind];
    for (const command of commands()) {
      const input = command.operation === 'people.putTwoPersonRule' ? { kinds: [] } : command.input;
      const cells = await Promise.all(COLUMNS.map((column) => outcomeOf(column, { ...command, input }, [kind])));
      const declared = matrix[command.operation as keyof typeof matrix];
      const isMarked = marked.includes(command.operation) || command.operation === 'people.putTwoPersonRule';
      expect([command.operation, cells.join(' ')]).toEqual([command.operation, isMarked ? declared.replaceAll('P', '2') : declared]);
    }
  });

  it.each(LOCAL)('is everybody at this computer on a station without people: %s', async (column) => {
    const check = new PermissionCheck({
      people: { areKept: false } as unknown as People,
      screens: {} as unknown as Screens,
      lines: { of: () => Promise.reject(new Error('not asked')) },
    });
    for (const command of commands()) await serveFor({ screen: column, place: 'local' }, () => check.check(command));
  });
});
