import { z } from 'zod';
import { documentSchema } from './document.ts';
import { command, feed, query } from './operation.ts';
import { PERMISSIONS, ROLES } from './permissions.ts';
import { TWO_PERSON_KINDS } from './two-person.ts';

/** Characters of a PIN or password. */
export const MAX_SECRET = 128;
/** People that a station keeps. */
export const MAX_PEOPLE = 500;

const name = z.string().trim().min(1, 'must not be empty').max(100);
const role = z.enum(ROLES);
const permissions = z.array(z.enum(PERMISSIONS));
/** Checked further by the station: see `checkSecret`. */
const secret = z.string().min(1, 'must not be empty').max(MAX_SECRET);
/** Ids of lines of this station; null = all lines. */
const lines = z.array(z.string()).max(500).nullable();

export const personSchema = z.object({ id: z.string(), name, role, lines, hasBadge: z.boolean(), isEnabled: z.boolean() });
/** A person who may sign in. PIN, password and badge are never shown. */
export type Person = z.infer<typeof personSchema>;

const roleSchema = z.object({ role, permissions });
export type RolePermissions = z.infer<typeof roleSchema>;

export const signInRulesSchema = z.object({
  /** Minutes without a press after which a screen is locked; 0 = never. */
  lockAfterMinutes: z.number().int().min(0).max(720),
  /** Start of the text of a badge, which distinguishes badges from products; empty = badges are not used. */
  badgePrefix: z.string().max(20),
  /** Minutes without a press after which a person at another computer is signed out. */
  signOutAfterMinutes: z.number().int().min(5).max(1_440).default(60),
  /** Hours after the sign-in at another computer after which the person signs in again. */
  signOutAfterHours: z.number().int().min(1).max(168).default(12),
});
export type SignInRules = z.infer<typeof signInRulesSchema>;

/** The kinds of action that need a second person. */
const twoPersonKindsSchema = z.array(z.enum(TWO_PERSON_KINDS));

/** A command of the page, as a second person confirms it: noun and verb, such as `labels.remove`, and its input. */
const confirmedCommand = { operation: z.string().max(100), input: documentSchema };

const signedInPersonSchema = z.object({ id: z.string(), name, role, permissions, lines });
/** Who is signed in at this screen. */
export type SignedInPerson = z.infer<typeof signedInPersonSchema>;

export const screenSignInSchema = z.object({
  /** Whether people are kept. Without people everybody at this screen may do everything. */
  needsSignIn: z.boolean(),
  person: signedInPersonSchema.nullable(),
  /** The person is signed in but away: everything is shown, and prints can be aborted. */
  isLocked: z.boolean(),
  /** Names for the sign-in. */
  names: z.array(z.string()),
  lockAfterMinutes: z.number(),
  badgePrefix: z.string(),
  /** `local`: a screen of the station's computer; `network`: one of another computer; `wall`: one that only shows, and has no person. */
  place: z.enum(['local', 'network', 'wall']),
});
/** The sign-in of one screen. */
export type ScreenSignIn = z.infer<typeof screenSignInSchema>;

const screenEventSchema = z.discriminatedUnion('type', [z.object({ type: z.literal('snapshot'), screen: screenSignInSchema })]);
export type ScreenEvent = z.infer<typeof screenEventSchema>;

const peopleEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    people: z.array(personSchema),
    roles: z.array(roleSchema),
    rules: signInRulesSchema,
    twoPersonKinds: twoPersonKindsSchema,
  }),
]);
export type PeopleEvent = z.infer<typeof peopleEventSchema>;

const content = z.object({ name, role, lines, isEnabled: z.boolean() });
export type PersonContent = z.infer<typeof content>;

/** The people of the station, and who is signed in at the screen that calls. */
export const peopleContract = {
  watchScreen: feed(z.object({}), screenEventSchema),
  watch: feed(z.object({}), peopleEventSchema),
  /**
   * Replaces the person who is signed in at a screen of the station's computer. Throws `wrong-sign-in`, and `too-many-requests` while further attempts
   * have to wait. Browsers on other computers sign in by `SESSION_PATH`.
   */
  signIn: command('screen', z.object({ name, secret }), z.object({})),
  /** `badge` is what the scanner read, with its prefix. Otherwise as `signIn`. */
  signInWithBadge: command('screen', z.object({ badge: z.string().max(200) }), z.object({})),
  signOut: command('screen', z.object({}), z.object({})),
  lock: command('screen', z.object({}), z.object({})),
  /** A person uses the screen: it is not locked for the time of the rules. */
  stayActive: command('screen', z.object({}), z.object({})),
  /** The person's sign-ins at other screens end. */
  changeOwnSecret: command('signed-in', z.object({ secret, newSecret: secret }), z.object({})),
  /** The first person must have the permission to manage people, and is signed in at this screen. */
  add: command('people', content.extend({ secret, badge: z.string().max(200).optional() }), z.object({ id: z.string() })),
  /** A `secret` or `badge` that is left out stays; `badge: null` removes it. The person's sign-ins end when permissions or secret change. */
  change: command(
    'people',
    content.extend({ id: z.string(), secret: secret.optional(), badge: z.string().max(200).nullable().optional() }),
    z.object({}),
  ),
  /** Throws `last-administrator` for the last person who may manage people, unless it is the last person. */
  remove: command('people', z.object({ id: z.string() }), z.object({})),
  /** Ends all sign-ins of a person. */
  signOutEverywhere: command('people', z.object({ id: z.string() }), z.object({})),
  putRole: command('people', roleSchema, z.object({})),
  putRules: command('people', signInRulesSchema, z.object({})),
  /**
   * Says which kinds of action need a second person. Throws `person-required` on a station without people, and `second-person-required` when a kind no
   * longer needs one.
   */
  putTwoPersonRule: command('people', z.object({ kinds: twoPersonKindsSchema }), z.object({})),
  /** Names of those who may confirm a command of the person at this screen; empty when the screen has no person, and for a command that needs no second person. */
  secondPersons: query(z.object(confirmedCommand), z.object({ names: z.array(z.string()) })),
  /**
   * Another person, known by name or badge, confirms a command with PIN or password. The token permits this screen to send this command with this input
   * once, within two minutes. Throws `wrong-sign-in` and `too-many-requests` as a sign-in does, `same-person`, `not-permitted` when the role or the lines
   * of the second person do not permit the command, and `invalid-input` for a command that needs no second person.
   */
  confirm: command(
    'signed-in',
    z.object({ ...confirmedCommand, by: z.union([z.object({ name }), z.object({ badge: z.string().max(200) })]), secret }),
    z.object({ token: z.string() }),
  ),
};
