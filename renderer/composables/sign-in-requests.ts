import { ref } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { problemSlug } from '#contract/problem.ts';

/** Grows by one when an action was refused because a person has to sign in, or to unlock the screen. The sign-in opens then. */
export const signInRequests = ref(0);

/** Asks for the sign-in if that is why an action failed. The action is not repeated by itself: the person presses again. */
export function askForPerson({ type }: Problem): void {
  const slug = problemSlug(type);
  if (slug === 'person-required' || slug === 'screen-locked') signInRequests.value += 1;
}
