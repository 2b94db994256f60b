import type { Random } from '#support/random.ts';
import {
  blankBlock,
  changeHeader,
  changeIndexPage,
  changeTablePage,
  cutFrames,
  cutTail,
  emptyFile,
  flipBits,
  garble,
  takeAway,
  tearPage,
  type Change,
} from './changes.ts';

/** How the last run of a station ended: in order, or by SIGKILL with what it printed last in the log only. */
export type Ending = 'stopped' | 'killed';
export const ENDINGS: readonly Ending[] = ['stopped', 'killed'];

/** The files of a data folder that are damaged. */
export type Target = 'database' | 'log' | 'log index' | 'log witness' | 'marks' | 'newest backup' | 'every backup';

/** One fault. A log may also be put there that is not this one: of another database, or of the run before. */
export interface Fault {
  target: Target;
  name: string;
  change: Change | 'foreign' | 'old';
  /** It changes bytes within pages, which have no check sum: what stands in a cell may be another value, and nothing can know. */
  isWithinPages?: boolean;
}

/** What somebody does with a damaged folder before its controller is started. */
export type Act = 'keys' | 'backup' | 'refused start';
const ACTS: readonly Act[] = ['keys', 'backup', 'refused start'];

/** What is done to one folder. */
export interface Plan {
  ending: Ending;
  faults: readonly Fault[];
  act?: Act | undefined;
}

const DATABASE: readonly Fault[] = [
  { target: 'database', name: 'flipped bits', change: flipBits, isWithinPages: true },
  { target: 'database', name: 'a torn page', change: tearPage, isWithinPages: true },
  { target: 'database', name: 'a block of zeros', change: blankBlock, isWithinPages: true },
  { target: 'database', name: 'a cut tail', change: cutTail },
  { target: 'database', name: 'nothing in it', change: emptyFile },
  { target: 'database', name: 'garbage', change: garble },
  { target: 'database', name: 'a changed header', change: changeHeader, isWithinPages: true },
  { target: 'database', name: 'a changed table page', change: changeTablePage, isWithinPages: true },
  { target: 'database', name: 'a changed index page', change: changeIndexPage, isWithinPages: true },
];
const LOG: readonly Fault[] = [
  { target: 'log', name: 'flipped bits', change: flipBits },
  { target: 'log', name: 'a block of zeros', change: blankBlock },
  { target: 'log', name: 'a cut tail', change: cutTail },
  { target: 'log', name: 'missing frames', change: cutFrames },
  { target: 'log', name: 'nothing in it', change: emptyFile },
  { target: 'log', name: 'garbage', change: garble },
  { target: 'log', name: 'taken away', change: takeAway },
  { target: 'log', name: 'of another database', change: 'foreign' },
  { target: 'log', name: 'of the run before', change: 'old' },
];
const OTHER_LOGS = LOG.filter(({ change }) => typeof change === 'string');
const LOG_WITNESSES: readonly Fault[] = [
  { target: 'log index', name: 'garbage', change: garble },
  { target: 'log index', name: 'taken away', change: takeAway },
  { target: 'log witness', name: 'flipped bits', change: flipBits },
  { target: 'log witness', name: 'garbage', change: garble },
  { target: 'log witness', name: 'taken away', change: takeAway },
];
const MARKS: readonly Fault[] = [
  { target: 'marks', name: 'flipped bits', change: flipBits },
  { target: 'marks', name: 'garbage', change: garble },
  { target: 'marks', name: 'a cut tail', change: cutTail },
  { target: 'marks', name: 'taken away', change: takeAway },
];
const BACKUP: readonly Change[] = [flipBits, cutTail, garble, emptyFile, takeAway];

/** One case in so many has something else damaged beside it. */
const NEWEST_BACKUP = 4;
const EVERY_BACKUP = 8;
const ANOTHER = 8;
/** In one of so many somebody does something before. */
const ACTED = 3;

/** What follows from chance alone: the same for the same seed. */
export function planDamage(random: Random): Plan {
  const ending = random.pick(ENDINGS);
  const groups = ending === 'killed' ? [DATABASE, LOG, LOG, LOG_WITNESSES, MARKS] : [DATABASE, DATABASE, DATABASE, MARKS, OTHER_LOGS];
  const faults = [random.pick(random.pick(groups))];
  if (random.whole(1, ANOTHER) === 1) faults.push(random.pick(random.pick(groups)));
  if (random.whole(1, NEWEST_BACKUP) === 1) faults.push({ target: 'newest backup', name: 'damaged too', change: random.pick(BACKUP) });
  else if (random.whole(1, EVERY_BACKUP) === 1) faults.push({ target: 'every backup', name: 'damaged too', change: random.pick(BACKUP) });
  return { ending, faults, act: random.whole(1, ACTED) === 1 ? random.pick(ACTS) : undefined };
}

/** In one line. */
export function described({ ending, faults, act }: Plan): string {
  const what = [ending, ...faults.map(({ target, name }) => `${target}: ${name}`)];
  return [...what, ...(act === undefined ? [] : [`then ${act}`])].join(', ');
}
