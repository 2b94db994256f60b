import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { currentCaller, type CallingScreen } from '../people/callers.ts';

type SignInVerb = 'watchScreen' | 'signIn' | 'signInWithBadge' | 'signOut' | 'lock' | 'stayActive' | 'changeOwnSecret';
type ConfirmationVerb = 'secondPersons' | 'confirm';

/** The people of the station, and who is signed in at the screen that calls. */
export function peopleOperations(modules: StationModules): StationHandlers['people'] {
  return { ...signInOperations(modules), ...managingOperations(modules), ...confirmationOperations(modules) };
}

function signInOperations({ people, screens }: StationModules): Pick<StationHandlers['people'], SignInVerb> {
  return {
    watchScreen: (_input, signal) => openFeed(screens.feedOf(caller()), signal),
    signIn: async (signIn) => {
      await screens.signIn(localScreen(), signIn);
      return {};
    },
    signInWithBadge: async ({ badge }) => {
      screens.signInWithBadge(localScreen(), badge);
      return {};
    },
    signOut: async () => {
      screens.signOut(screen());
      return {};
    },
    lock: async () => {
      screens.lock(screen());
      return {};
    },
    stayActive: async () => {
      screens.stayActive(screen());
      return {};
    },
    changeOwnSecret: async ({ secret, newSecret }) => {
      const { id } = await screens.verifyAgain(screen(), secret);
      await people.changeSecret(id, newSecret);
      screens.signOutElsewhere(id, screen());
      return {};
    },
  };
}

function managingOperations({ people, screens }: StationModules): Omit<StationHandlers['people'], SignInVerb | ConfirmationVerb> {
  return {
    watch: (_input, signal) => openFeed(people.feed, signal),
    add: async (content) => {
      const isFirst = !people.areKept;
      const person = await people.add(content);
      if (isFirst) screens.enter(screen(), person);
      return { id: person.id };
    },
    change: async ({ id, ...content }) => {
      await people.change(id, content);
      return {};
    },
    remove: async ({ id }) => {
      await people.remove(id);
      return {};
    },
    signOutEverywhere: async ({ id }) => {
      screens.signOutEverywhere(id);
      return {};
    },
    putRole: async (role) => {
      await people.putRole(role);
      return {};
    },
    putRules: async (rules) => {
      await people.putRules(rules);
      return {};
    },
    putTwoPersonRule: async ({ kinds }) => {
      await people.putTwoPersonRule(kinds);
      return {};
    },
  };
}

function confirmationOperations({ confirmations }: StationModules): Pick<StationHandlers['people'], ConfirmationVerb> {
  return {
    secondPersons: async (command) => ({ names: await confirmations.namesFor(caller(), command) }),
    confirm: async (confirmation) => ({ token: await confirmations.confirm(caller(), confirmation) }),
  };
}

function caller(): CallingScreen {
  const calling = currentCaller();
  if (!calling) throw new ProblemError('person-required', { detail: 'Only a screen can sign in.' });
  return calling;
}

/** The screen that calls. */
function screen(): string {
  return caller().screen;
}

/** The same for what only screens of the station's computer may do. */
function localScreen(): string {
  const { screen: calling, place } = caller();
  if (place !== 'local') throw new ProblemError('not-permitted', { detail: 'Other computers sign in by a session of their own.' });
  return calling;
}
