import { z } from 'zod';
import type { NetworkPage } from '#contract/station/network.ts';
import { signInRulesSchema } from '#contract/station/people.ts';
import { TWO_PERSON_KINDS } from '#contract/station/two-person.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import type { Clock } from '../platform/system-clock.ts';
import { LinesOfCommands, type LinesOfCommandsOptions } from '../people/lines-of-commands.ts';
import { People } from '../people/people.ts';
import { PeopleStore } from '../people/people-store.ts';
import { PermissionCheck } from '../people/permission-check.ts';
import { Screens, type SignInEvent } from '../people/screens.ts';
import { PageNetwork } from '../network/page-network.ts';
import { Confirmations } from '../sign-in/confirmations.ts';
import { NetworkSignIn } from '../sign-in/network-sign-in.ts';
import { storedWallScreensSchema, WallScreens } from '../sign-in/wall-screens.ts';
import { localAuthor } from '../platform/local-author.ts';
import { StoredSetting } from '../platform/stored-setting.ts';
import type { StationAudit } from '../audit/station-audit.ts';
import { currentCaller, currentSecondPerson, type CallingScreen } from '../people/callers.ts';
import type { StoredPerson } from '../people/people-store.ts';
import type { EventLog } from '../event-log/event-log.ts';

const storedRulesSchema = signInRulesSchema.extend({ badgeKey: z.string() });
/** Kinds that this version does not know are left out. */
const storedKindsSchema = z.array(z.string()).transform((kinds) => TWO_PERSON_KINDS.filter((kind) => kinds.includes(kind)));

export interface PeopleModulesOptions {
  db: StationDatabase;
  clock: Clock;
  newId: () => string;
  dataFolder?: string | undefined;
  network?: NetworkPage | undefined;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

export interface PeopleModules {
  readonly people: People;
  readonly screens: Screens;
  readonly permissions: PermissionCheck;
  readonly wallScreens: WallScreens;
  readonly networkSignIn: NetworkSignIn;
  readonly network: PageNetwork;
  readonly confirmations: Confirmations;
  /** The person of the change that is being made: who is signed in at the screen that calls, else the account of the station. */
  readonly person: () => string;
  /** The person whom a controller records for a change, with the second person who has confirmed it. */
  readonly author: () => string;
}

/** The people of the station, the sign-ins at its screens and on other computers, and what they permit. */
export function peopleModules(
  { db, clock, newId, report, dataFolder, network: fixed }: PeopleModulesOptions,
  { eventLog, audit, ...places }: LinesOfCommandsOptions & { eventLog: EventLog; audit: StationAudit },
): PeopleModules {
  const people = new People({
    store: new PeopleStore(db),
    rules: new StoredSetting(db, 'sign-in-rules', storedRulesSchema),
    twoPersonRule: new StoredSetting(db, 'two-person-rule', storedKindsSchema),
    newId,
    report,
  });
  const log = (event: SignInEvent): void => logSignIn({ eventLog, audit }, event);
  const now = (): number => clock.now();
  const screens = new Screens({ people, clock, log, report });
  const wallScreens = new WallScreens({ store: new StoredSetting(db, 'wall-screens', storedWallScreensSchema), now, newId, report });
  const networkSignIn = new NetworkSignIn({ people, screens, wallScreens, clock, newId, log });
  const firstPersonCode = (): string | null => networkSignIn.firstPersonCode;
  const network = new PageNetwork({ folder: dataFolder, fixed, now, firstPersonCode, report });
  const permissions = new PermissionCheck({ people, screens, lines: new LinesOfCommands(places) });
  const verify = ({ screen, address }: CallingScreen, given: { name: string; secret: string }): Promise<StoredPerson> =>
    address === undefined ? screens.verifyOther(screen, given) : networkSignIn.verifyOther(address, given);
  const confirmations = new Confirmations({ people, screens, permissions, clock, verify });
  const account = localAuthor();
  const person = (): string => permissions.person ?? account;
  return { people, screens, permissions, confirmations, wallScreens, networkSignIn, network, person, author: () => authorOf(person()) };
}

/** Names the second person too: controllers record one text. */
function authorOf(person: string): string {
  const second = currentSecondPerson();
  return second ? `${person}, confirmed by ${second.name}` : person;
}

function logSignIn(
  { eventLog, audit }: { eventLog: EventLog; audit: StationAudit },
  { operation, person, address = '', refusal }: SignInEvent,
): void {
  // The commands of screens are recorded with all others; a screen that locks itself sends none, and a browser elsewhere signs in before it can.
  if (!currentCaller())
    audit.add({ operation: `people.${operation}`, person, screen: '', address: address || undefined, failure: refusal });
  const entry = { subject: `people.${operation}`, detail: address, person };
  if (refusal === undefined) eventLog.add({ event: 'command-done', ...entry });
  else eventLog.add({ event: 'command-failed', ...entry, reason: refusal });
}
