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

/** End of a station's last run: stopped, or killed with its last prints only in the WAL. */
export type Ending = 'stopped' | 'killed';
export const ENDINGS: readonly Ending[] = ['stopped', 'killed'];

/** The files of a data folder that are damaged. */
export type Target = 'database' | 'log' | 'log index' | 'durable position' | 'marks' | 'newest backup' | 'every backup';

/** One fault. A WAL may also be replaced by that of another database or of an earlier run. */
export interface Fault {
  target: Target;
  name: string;
  change: Change | 'foreign' | 'old';
  /** Changes bytes within pages, which have no checksum: a changed cell cannot be detected. */
  isWithinPages?: boolean;
}

/** What an operator does with a damaged folder before its controller starts. */
export type Act = 'keys' | 'backup' | 'refused start';
const ACTS: readonly Act[] = ['keys', 'backup', 'refused start'];

/** The damage of one folder. */
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
  { target: 'durable position', name: 'flipped bits', change: flipBits },
  { target: 'durable position', name: 'garbage', change: garble },
  { target: 'durable position', name: 'taken away', change: takeAway },
];
const MARKS: readonly Fault[] = [
  { target: 'marks', name: 'flipped bits', change: flipBits },
  { target: 'marks', name: 'garbage', change: garble },
  { target: 'marks', name: 'a cut tail', change: cutTail },
  { target: 'marks', name: 'taken away', change: takeAway },
];
const BACKUP: readonly Change[] = [flipBits, cutTail, garble, emptyFile, takeAway];

/** One in this many cases damages another file as well. */
const NEWEST_BACKUP = 4;
const EVERY_BACKUP = 8;
const ANOTHER = 8;
/** One in this many cases has an act before the start. */
const ACTED = 3;

/** A random plan; the same seed gives the same plan. */
export function planDamage(random: Random): Plan {
  const ending = random.pick(ENDINGS);
  const groups = ending === 'killed' ? [DATABASE, LOG, LOG, LOG_WITNESSES, MARKS] : [DATABASE, DATABASE, DATABASE, MARKS, OTHER_LOGS];
  const faults = [random.pick(random.pick(groups))];
  if (random.whole(1, ANOTHER) === 1) faults.push(random.pick(random.pick(groups)));
  if (random.whole(1, NEWEST_BACKUP) === 1) faults.push({ target: 'newest backup', name: 'damaged too', change: random.pick(BACKUP) });
  else if (random.whole(1, EVERY_BACKUP) === 1) faults.push({ target: 'every backup', name: 'damaged too', change: random.pick(BACKUP) });
  return { ending, faults, act: random.whole(1, ACTED) === 1 ? random.pick(ACTS) : undefined };
}

/** Describes the plan in one line. */
export function described({ ending, faults, act }: Plan): string {
  const what = [ending, ...faults.map(({ target, name }) => `${target}: ${name}`)];
  return [...what, ...(act === undefined ? [] : [`then ${act}`])].join(', ');
}
