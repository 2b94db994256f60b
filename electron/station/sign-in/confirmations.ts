import { createHash } from 'node:crypto';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { stationContract } from '#contract/station/index.ts';
import type { Operation } from '#contract/station/operation.ts';
import type { CallingScreen } from '../people/callers.ts';
import type { People } from '../people/people.ts';
import type { StoredPerson } from '../people/people-store.ts';
import type { CheckedCommand, PermissionCheck } from '../people/permission-check.ts';
import type { Screens } from '../people/screens.ts';
import type { NamedCommand } from '../people/two-person-rule.ts';
import type { Clock } from '../platform/system-clock.ts';
import { hashOf, newSecret } from './secrets.ts';

/** How a second person says who they are. A badge names a person, and proves nothing. */
export type SecondPersonName = { name: string } | { badge: string };

export interface ConfirmationsOptions {
  people: Pick<People, 'find' | 'withBadge'>;
  screens: Pick<Screens, 'personAt'>;
  permissions: Pick<PermissionCheck, 'needsSecondPerson' | 'checkSecondPerson' | 'secondPersonsFor'>;
  clock: Pick<Clock, 'elapsed'>;
  /** Tests a name and PIN or password within the limits of the sign-in at the screen. Throws as a sign-in. */
  verify: (caller: CallingScreen, person: { name: string; secret: string }) => Promise<StoredPerson>;
}

interface Confirmation {
  screen: string;
  /** Who sends the command, and who has confirmed it. */
  firstId: string;
  secondId: string;
  commandHash: string;
  /** Monotonic time. */
  endsAt: number;
}

/** Milliseconds for which a confirmation can be used. */
export const CONFIRMATION_TIME = 2 * 60_000;
/** Beyond this number of unused confirmations the oldest is dropped. */
const MAX_UNUSED = 100;

/**
 * The confirmations of second persons. Each one permits one screen, and the person who is signed in there, to send one command with one input, once.
 * They are kept in memory, under the hash of their token.
 */
export class Confirmations {
  readonly #options: ConfirmationsOptions;
  /** The oldest first. */
  readonly #unused = new Map<string, Confirmation>();

  constructor(options: ConfirmationsOptions) {
    this.#options = options;
  }

  /**
   * Confirms a command as a second person, and returns the token. Throws `wrong-sign-in`, `too-many-requests`, `same-person`, `not-permitted`, and
   * `invalid-input` for a command that needs no second person.
   */
  async confirm(
    caller: CallingScreen,
    { by, secret, ...given }: { operation: string; input: unknown; by: SecondPersonName; secret: string },
  ): Promise<string> {
    const { permissions, clock } = this.#options;
    const command = commandOf(given);
    const first = this.#firstAt(caller);
    if (!permissions.needsSecondPerson(command)) {
      throw new ProblemError('invalid-input', { detail: `"${command.operation}" needs no second person with this input.` });
    }
    const second = await this.#options.verify(caller, { name: this.#nameOf(by), secret });
    await permissions.checkSecondPerson(second, first, command);
    const token = newSecret();
    this.#unused.set(hashOf(token), {
      ...{ screen: caller.screen, firstId: first.id, secondId: second.id },
      ...{ commandHash: hashOfCommand(command), endsAt: clock.elapsed() + CONFIRMATION_TIME },
    });
    for (const oldest of this.#unused.keys()) {
      if (this.#unused.size <= MAX_UNUSED) break;
      this.#unused.delete(oldest);
    }
    return token;
  }

  /** The second person who has confirmed this command for this screen; undefined when the token permits something else, was used or is too old. */
  redeem(caller: CallingScreen, { operation, input, token }: NamedCommand & { token: string }): StoredPerson | undefined {
    const { people, screens, clock } = this.#options;
    const key = hashOf(token);
    const confirmation = this.#unused.get(key);
    this.#unused.delete(key);
    if (!confirmation || clock.elapsed() >= confirmation.endsAt) return undefined;
    const isSame =
      confirmation.screen === caller.screen &&
      confirmation.firstId === screens.personAt(caller.screen)?.id &&
      confirmation.commandHash === hashOfCommand({ operation, input });
    return isSame ? people.find(confirmation.secondId) : undefined;
  }

  /** Names of those who may confirm a command of the person at a screen; none when the screen has no person, or when it needs no second person. */
  async namesFor(caller: CallingScreen, given: NamedCommand): Promise<string[]> {
    const { permissions, screens } = this.#options;
    const command = commandOf(given);
    const first = screens.personAt(caller.screen);
    if (!first || !permissions.needsSecondPerson(command)) return [];
    const people = await permissions.secondPersonsFor(first, command);
    return people.map(({ name }) => name);
  }

  #firstAt({ screen }: CallingScreen): StoredPerson {
    const first = this.#options.screens.personAt(screen);
    if (!first) throw new ProblemError('person-required', { detail: 'Sign in at this screen first.' });
    return first;
  }

  /** An unknown badge has a name that no person has, and is refused as a wrong PIN is. */
  #nameOf(by: SecondPersonName): string {
    return 'name' in by ? by.name : (this.#options.people.withBadge(by.badge)?.name ?? '');
  }
}

/** A command of the contract with its input as its handler gets it. Throws `invalid-input`. */
function commandOf({ operation: name, input }: NamedCommand): CheckedCommand {
  const [noun = '', verb = ''] = name.split('.');
  const nouns: Record<string, Record<string, Operation> | undefined> = stationContract;
  const operation = Object.hasOwn(nouns, noun) && Object.hasOwn(nouns[noun] ?? {}, verb) ? nouns[noun]?.[verb] : undefined;
  if (operation?.kind !== 'command') throw new ProblemError('invalid-input', { detail: `There is no command "${name}".` });
  return { operation: name, access: operation.access, input: parseInput(operation.input, input) };
}

/** The same input has the same text: it is parsed by the same schema, and the page sends the same text again. */
function hashOfCommand({ operation, input }: NamedCommand): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest('base64url');
}
