import type { Goal } from './goal.ts';

/** The goals with these names, or all goals without any name. Throws an Error that lists the existing names. */
export function chooseGoals(goals: readonly Goal[], wanted: readonly string[]): readonly Goal[] {
  const isCalled = ({ name }: Goal, wantedName: string) => name === wantedName || name.startsWith(`${wantedName}-`);
  const unknown = wanted.filter((wantedName) => !goals.some((goal) => isCalled(goal, wantedName)));
  if (unknown.length > 0) {
    throw new Error(`There is no goal ${unknown.join(', ')}. The goals are ${goals.map(({ name }) => name).join(', ')}.`);
  }
  return wanted.length === 0 ? goals : goals.filter((goal) => wanted.some((wantedName) => isCalled(goal, wantedName)));
}
