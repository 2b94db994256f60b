/**
 * `npm run bench`: measures the performance goals and prints one line for each; `npm run bench -- P1 P5` measures only those. Exits with 0
 * if all are met, 1 if one is missed or inconclusive, 2 for an unknown name.
 */
import { chooseGoals } from './choose-goals.ts';
import { CannotMeasure, type Goal, type Round } from './goal.ts';
import { GOALS } from './goals.ts';
import { measure } from './measure.ts';
import { judge, judgeRounds, line, milliseconds, type Outcome } from './verdict.ts';

const EFFORT = { rounds: 9, sampleMs: 60 };
/** Maximum number of attempts on an unsteady machine; the rounds of all attempts count. */
const ATTEMPTS = 6;

async function reach(goal: Goal): Promise<Outcome> {
  if ('count' in goal) {
    const figure = await goal.count((text) => console.error(`${goal.name}: ${text}`));
    return { figure, verdict: judge(figure, goal.goal) };
  }
  if ('sample' in goal) return settle(goal, () => goal.sample((text) => console.error(`${goal.name}: ${text}`)));
  const contest = await goal.prepare();
  try {
    return await settle(goal, async (rounds) => {
      const more = await measure(contest, { ...EFFORT, ...goal.effort }, () => performance.now());
      console.error(`${goal.name}: ${milliseconds([...rounds, ...more])}`);
      return more;
    });
  } finally {
    await contest.dispose?.();
  }
}

function unmeasured({ name }: Goal, error: unknown): Outcome {
  if (!(error instanceof CannotMeasure)) throw error;
  console.error(`${name}: ${error.message}`);
  return { figure: undefined, verdict: 'inconclusive' };
}

/** Repeats the measurement until the machine was steady enough for a result. */
async function settle({ goal }: Goal, take: (before: readonly Round[]) => Promise<Round[]>): Promise<Outcome> {
  const rounds: Round[] = [];
  for (let attempt = 1; ; attempt += 1) {
    rounds.push(...(await take(rounds)));
    const outcome = judgeRounds(rounds, goal);
    if (outcome.verdict !== 'inconclusive' || attempt === ATTEMPTS) return outcome;
  }
}

async function main(): Promise<void> {
  let goals: readonly Goal[];
  try {
    goals = chooseGoals(GOALS, process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
    return;
  }
  for (const goal of goals) {
    const outcome = await reach(goal).catch((error: unknown) => unmeasured(goal, error));
    console.log(line(goal.name, outcome, goal.goal));
    if (outcome.verdict !== 'met') process.exitCode = 1;
  }
}

await main();
