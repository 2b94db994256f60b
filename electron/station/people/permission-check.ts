import { ProblemError } from '#contract/problem.ts';
import type { CommandAccess, Permission } from '#contract/station/permissions.ts';
import type { UnsavedEditKind } from '#contract/station/unsaved-edits.ts';
import { currentCaller, currentSecondPerson, type CallingScreen } from './callers.ts';
import type { LinesOfCommands } from './lines-of-commands.ts';
import type { People } from './people.ts';
import type { StoredPerson } from './people-store.ts';
import type { Screens } from './screens.ts';
import { needsSecondPerson } from './two-person-rule.ts';

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
const LIMITED_TO_LINES: ReadonlySet<CommandAccess> = new Set<Permission>(['report', 'print', 'decide']);
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
   * Checks a command. Throws `person-required`, `screen-locked`, `not-permitted`, and `second-person-required` when another person has to confirm it.
   * At a screen of another computer a person must be signed in for every command, and a wall screen has none. The station's own work does not call operations, so a call without a screen is refused too.
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
    await this.#checkRights(person, command);
    if (!this.needsSecondPerson(command)) return;
    const second = currentSecondPerson();
    if (!second) throw new ProblemError('second-person-required', { detail: 'It was not done: no second person has confirmed it.' });
    await this.checkSecondPerson(second, person, command);
  }

  /** Whether the rule of the station requires a second person for a command. */
  needsSecondPerson(command: CheckedCommand): boolean {
    return needsSecondPerson(command, this.#options.people.twoPersonKinds);
  }

  /** Throws `same-person`, and `not-permitted` when the second person may not do themselves what they confirm. */
  async checkSecondPerson(second: StoredPerson, first: StoredPerson, command: CheckedCommand): Promise<void> {
    if (second.id === first.id)
      throw new ProblemError('same-person', { detail: `${first.name} cannot confirm this, having asked for it.` });
    await this.#checkRights(second, command);
  }

  /** Those who may confirm a command of a person. Rejects with the problems of the controller that is asked whose print it is. */
  async secondPersonsFor(first: StoredPerson, command: CheckedCommand): Promise<StoredPerson[]> {
    const { people, lines } = this.#options;
    const others = people.enabled.filter((person) => person.id !== first.id && this.#hasPermission(person, accessOf(command)));
    if (!others.some((person) => isLimited(person, command))) return others;
    const concerned = await lines.of(command.operation, command.input);
    return others.filter((person) => !isLimited(person, command) || isOnLines(person, concerned));
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

  async #checkRights(person: StoredPerson, command: CheckedCommand): Promise<void> {
    const access = accessOf(command);
    if (!this.#hasPermission(person, access)) {
      throw new ProblemError('not-permitted', { detail: `The role of ${person.name} does not include the permission "${access}".` });
    }
    if (isLimited(person, command)) await this.#checkLines(person, command);
  }

  #hasPermission({ role }: StoredPerson, access: ReturnType<typeof accessOf>): boolean {
    return access === 'screen' || access === 'signed-in' || this.#options.people.permissionsOf(role).includes(access);
  }

  /** A command whose line cannot be found is refused. */
  async #checkLines(person: StoredPerson, { operation, input }: CheckedCommand): Promise<void> {
    if (isOnLines(person, await this.#options.lines.of(operation, input))) return;
    throw new ProblemError('not-permitted', { detail: `${person.name} may work on other lines only.` });
  }
}

/** Whether a person may send a command only for certain lines. */
function isLimited({ lines }: StoredPerson, command: CheckedCommand): boolean {
  const access = accessOf(command);
  return lines !== null && LIMITED_TO_LINES.has(access) && !OF_EVERY_LINE.has(command.operation);
}

function isOnLines({ lines }: StoredPerson, concerned: readonly (string | undefined)[]): boolean {
  return concerned.length > 0 && concerned.every((line) => line !== undefined && lines?.includes(line));
}

function accessOf({ access, input }: CheckedCommand): Exclude<CommandAccess, 'edit'> {
  if (access !== 'edit') return access;
  return (input as { kind: UnsavedEditKind }).kind === 'label' ? 'labels' : 'data';
}
