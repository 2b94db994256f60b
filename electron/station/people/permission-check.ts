import { ProblemError } from '#contract/problem.ts';
import type { CommandAccess, Permission } from '#contract/station/permissions.ts';
import type { UnsavedEditKind } from '#contract/station/unsaved-edits.ts';
import { currentCaller, type CallingScreen } from './callers.ts';
import type { LinesOfCommands } from './lines-of-commands.ts';
import type { People } from './people.ts';
import type { StoredPerson } from './people-store.ts';
import type { Screens } from './screens.ts';

/** A command that a screen calls. */
export interface CheckedCommand {
  /** Noun and verb, such as `printing.trigger`. */
  operation: string;
  access: CommandAccess;
  input: unknown;
}

export interface PermissionCheckOptions {
  people: People;
  screens: Screens;
  lines: Pick<LinesOfCommands, 'of'>;
}

/** Permissions for the work at a line, which can be limited to lines. Data, labels and settings belong to the controller. */
const LIMITED_TO_LINES: ReadonlySet<Permission> = new Set<Permission>(['report', 'print', 'decide']);
/** Commands that concern no line, or alarms of several, and are permitted to people of any line. */
const OF_EVERY_LINE: ReadonlySet<string> = new Set(['alarms.acknowledge', 'email.acknowledge', 'preflights.start', 'preflights.remove']);

/** Checks what the person at a screen may do. A station without people permits everything. */
export class PermissionCheck {
  readonly #options: PermissionCheckOptions;

  constructor(options: PermissionCheckOptions) {
    this.#options = options;
  }

  /** The name of the person who makes the call that is being served; undefined without one. */
  get person(): string | undefined {
    const caller = currentCaller();
    return caller && this.#options.screens.personAt(caller.screen)?.name;
  }

  /**
   * Checks a command. Throws `person-required`, `screen-locked` and `not-permitted`. At a screen of another computer a person must be signed in for every
   * command, and a wall screen has none. The station's own work does not call operations, so a call without a screen is refused too.
   */
  async check(command: CheckedCommand): Promise<void> {
    const caller = currentCaller();
    const place = caller?.place ?? 'local';
    if (place === 'wall') throw new ProblemError('not-permitted', { detail: 'A wall screen can only read.' });
    const isLocal = place === 'local';
    if (isLocal && !this.#options.people.areKept) return;
    const access = accessOf(command);
    if (isLocal && access === 'screen') return;
    const person = this.#signedIn(caller);
    if (access === 'screen') return;
    this.#checkLock(caller, person);
    if (access !== 'signed-in') await this.#checkRights(person, access, command);
  }

  #checkLock(caller: CallingScreen | undefined, { name }: StoredPerson): void {
    if (!caller || !this.#options.screens.isLocked(caller.screen)) return;
    throw new ProblemError('screen-locked', { detail: `The screen is locked. ${name} or another person can sign in.` });
  }

  #signedIn(caller: CallingScreen | undefined): StoredPerson {
    const person = caller && this.#options.screens.personAt(caller.screen);
    if (!person) throw new ProblemError('person-required', { detail: 'Sign in at this screen first.' });
    return person;
  }

  async #checkRights(person: StoredPerson, permission: Permission, command: CheckedCommand): Promise<void> {
    this.#checkPermission(person, permission);
    const isLimited = person.lines !== null && LIMITED_TO_LINES.has(permission) && !OF_EVERY_LINE.has(command.operation);
    if (isLimited) await this.#checkLines(person, command);
  }

  #checkPermission({ name, role }: StoredPerson, permission: Permission): void {
    if (this.#options.people.permissionsOf(role).includes(permission)) return;
    throw new ProblemError('not-permitted', { detail: `The role of ${name} does not include the permission "${permission}".` });
  }

  /** A command whose line cannot be found is refused. */
  async #checkLines({ name, lines }: StoredPerson, { operation, input }: CheckedCommand): Promise<void> {
    const concerned = await this.#options.lines.of(operation, input);
    if (concerned.length > 0 && concerned.every((line) => line !== undefined && lines?.includes(line))) return;
    throw new ProblemError('not-permitted', { detail: `${name} may work on other lines only.` });
  }
}

function accessOf({ access, input }: CheckedCommand): Exclude<CommandAccess, 'edit'> {
  if (access !== 'edit') return access;
  return (input as { kind: UnsavedEditKind }).kind === 'label' ? 'labels' : 'data';
}
