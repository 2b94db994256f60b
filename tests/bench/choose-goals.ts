import type { Goal } from './goal.ts';

/** The goals of these names, all without any. Throws an Error that lists the names there are. */
export function chooseGoals(goals: readonly Goal[], wanted: readonly string[]): readonly Goal[] {
  const isCalled = ({ name }: Goal, asked: string) => name === asked || name.startsWith(`${asked}-`);
  const unknown = wanted.filter((asked) => !goals.some((goal) => isCalled(goal, asked)));
  if (unknown.length > 0) {
    throw new Error(`There is no goal ${unknown.join(', ')}. The goals are ${goals.map(({ name }) => name).join(', ')}.`);
  }
  return wanted.length === 0 ? goals : goals.filter((goal) => wanted.some((asked) => isCalled(goal, asked)));
}
