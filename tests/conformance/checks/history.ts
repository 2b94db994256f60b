import { z } from 'zod';
import type { Check } from '../check.ts';
import { expectRefused, expectSame, expectStatus, expectThat, objectOf, parsed, isObject, shaped } from '../expectations.ts';
import type { Answer } from '../target.ts';
import type { Visit } from '../visit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The shortest bucket of each resolution: a day may have 23 hours. */
const SHORTEST = { MINUTES: MINUTE, HOURS: HOUR, DAYS: 23 * HOUR, WEEKS: 7 * DAY - HOUR } as const;
export type Resolution = keyof typeof SHORTEST;
export const RESOLUTIONS = Object.keys(SHORTEST) as Resolution[];
const LONGEST = { MINUTES: MINUTE, HOURS: HOUR, DAYS: 25 * HOUR, WEEKS: 7 * DAY + HOUR } as const;
/** Bucket starts are multiples of this: time zones differ by whole quarter-hours. */
const GRID = { MINUTES: MINUTE, HOURS: 15 * MINUTE, DAYS: 15 * MINUTE, WEEKS: 15 * MINUTE } as const;

const historySchema = z.looseObject({ time: z.array(z.number()), count: z.array(z.number().int().min(0)) });

/** The range is in the past, so that nothing is printed in it during the run, and no bucket begins at its ends. */
const END = Math.floor(Date.now() / 60_000) * MINUTE - 3 * DAY + 17;
const START = { MINUTES: END - 30 * MINUTE, HOURS: END - 60 * HOUR, DAYS: END - 200 * DAY, WEEKS: END - 400 * DAY } as const;

export async function readHistory(visit: Visit, path: string): Promise<{ answer: Answer; time: number[]; count: number[] }> {
  const answer = await visit.target.get(path);
  const { time, count } = shaped(answer, historySchema, 'a history of time and count');
  expectThat(answer, time.length === count.length, { expected: 'as many counts as times', seen: [time.length, count.length] });
  return { answer, time, count };
}

function query(resolution: Resolution): string {
  return `resolution=${resolution}&start=${START[resolution]}&end=${END}`;
}

type Seen = Awaited<ReturnType<typeof readHistory>>;

/** Statements about each resolution. */
const ofEach =
  (level: 'core' | 'extensions', what: string, says: string) =>
  (look: (seen: Seen, resolution: Resolution) => void): Check[] =>
    RESOLUTIONS.map((resolution) => ({
      id: `history.${what}.${resolution}`,
      level,
      source: level === 'core' ? 'specification' : 'strobe',
      says: `${resolution}: ${says}`,
      run: async (visit) => look(await readHistory(visit, `${visit.anyPrinter()}/printHistory?${query(resolution)}`), resolution),
    }));

const refused = (what: string, part: string, isCore: boolean): Check => ({
  id: `history.refused: ${what}`,
  level: isCore ? 'core' : 'extensions',
  source: isCore ? 'vendor' : 'strobe',
  says: `A history with ${what} is refused.`,
  run: async (visit) => expectRefused(await visit.target.get(`${visit.anyPrinter()}/printHistory?${part}`)),
});

const pairs = (time: readonly number[]): number[] => time.slice(1).map((start, index) => start - (time[index] ?? 0));

export const historyChecks: readonly Check[] = [
  ...ofEach(
    'core',
    'buckets',
    'buckets are in ascending order, begin at calendar units, and are unique.',
  )(({ answer, time }, resolution) => {
    const isRight = time.every((start) => start % GRID[resolution] === 0) && pairs(time).every((gap) => gap >= SHORTEST[resolution]);
    expectThat(answer, isRight, { expected: `starts of ${resolution} in order`, seen: time.slice(0, 20) });
  }),
  ...ofEach(
    'core',
    'range',
    'no bucket is outside the requested range.',
  )(({ answer, time }, resolution) => {
    const isRight = time.every((start) => start <= END && start > START[resolution] - LONGEST[resolution]);
    expectThat(answer, isRight, { expected: `buckets between ${START[resolution]} and ${END}`, seen: [time[0], time.at(-1)] });
  }),
  ...ofEach(
    'extensions',
    'every-bucket',
    'every bucket of the range is present, from that of start to that of end.',
  )(({ answer, time }, resolution) => {
    const [first = 0, last = 0] = [time[0], time.at(-1)];
    const isWhole = pairs(time).every((gap) => gap <= LONGEST[resolution]);
    const holdsEnds = first <= START[resolution] && (time[1] ?? 0) > START[resolution] && last > END - LONGEST[resolution];
    expectThat(answer, isWhole && holdsEnds, {
      expected: `all buckets from ${START[resolution]} to ${END}`,
      seen: [first, time[1], last],
    });
  }),
  {
    ...{ id: 'history.default', level: 'core', source: 'specification' },
    says: 'Without a resolution the buckets are days.',
    run: async (visit) => {
      const path = `${visit.anyPrinter()}/printHistory?start=${START.DAYS}&end=${END}`;
      const days = await readHistory(visit, `${path}&resolution=DAYS`);
      const { answer, time } = await readHistory(visit, path);
      expectSame(answer, time, days.time);
    },
  },
  {
    ...{ id: 'history.open', level: 'core', source: 'specification' },
    says: 'start and end are optional.',
    run: async (visit) => {
      const path = `${visit.anyPrinter()}/printHistory`;
      for (const part of ['', `?end=${END}`, '?resolution=WEEKS']) await readHistory(visit, path + part);
    },
  },
  {
    ...{ id: 'history.nameless', level: 'core', source: 'specification', needs: ['single'] },
    says: 'With a single printer the history can be requested without its name.',
    run: async (visit) => {
      const named = await readHistory(visit, `${visit.anyPrinter()}/printHistory?${query('DAYS')}`);
      const { answer, time, count } = await readHistory(visit, `/printHistory?${query('DAYS')}`);
      expectSame(answer, { time, count }, { time: named.time, count: named.count });
    },
  },
  refused('an unknown resolution', 'resolution=YEARS', true),
  refused('a resolution in small letters', 'resolution=days', false),
  refused('a start that is not a number', 'start=yesterday', true),
  refused('an end that is not a number', 'end=now', true),
  refused('an empty start', 'start=', false),
  refused('a start after its end', `start=${END}&end=${END - 1}`, false),
  {
    ...{ id: 'history.too-many', level: 'extensions', source: 'strobe' },
    says: 'More than 20 000 buckets are refused, and the answer names a coarser resolution.',
    run: async (visit) => {
      const answer = await visit.target.get(`${visit.anyPrinter()}/printHistory?resolution=MINUTES&start=${END - 20 * DAY}&end=${END}`);
      expectStatus(answer, 400);
      expectThat(answer, answer.text.includes('HOURS'), { expected: 'a problem that names HOURS', seen: answer.text });
    },
  },
  ...(['DAYS', 'WEEKS'] as const).map((resolution): Check => ({
    ...{ id: `history.midnight.${resolution}`, level: 'extensions', source: 'strobe' },
    says: `${resolution} begin at midnight in the time zone of the controller${resolution === 'WEEKS' ? ', on Mondays' : ''}.`,
    run: async (visit) => {
      const { timeZone } = objectOf(await visit.target.get('/settings'));
      const { answer, time } = await readHistory(visit, `${visit.anyPrinter()}/printHistory?${query(resolution)}`);
      const format = new Intl.DateTimeFormat('en-GB', { timeZone: String(timeZone), weekday: 'short', hour: '2-digit', minute: '2-digit' });
      const wanted = resolution === 'WEEKS' ? /^Mon,? 00:00$/ : /00:00$/;
      const strange = time.map((start) => format.format(start * 1_000)).filter((text) => !wanted.test(text));
      expectSame(answer, strange, []);
    },
  })),
];

const countersSchema = z.looseObject({
  triggers: z.number().int().min(0),
  triggerBounces: z.number().int().min(0),
  printedLabels: z.number().int().min(0),
});
export type PrintCounts = z.output<typeof countersSchema>;

export async function readCounts(visit: Visit, printer: string): Promise<{ answer: Answer; counts: PrintCounts }> {
  const answer = await visit.target.get(`${printer}/printCounters`);
  return { answer, counts: shaped(answer, countersSchema, 'whole numbers in triggers, triggerBounces and printedLabels') };
}

export const printCounterChecks: readonly Check[] = [
  {
    ...{ id: 'printCounters.fields', level: 'core', source: 'specification' },
    says: 'The counters are whole numbers: triggers, triggerBounces and printedLabels.',
    run: async (visit) => void (await readCounts(visit, visit.anyPrinter())),
  },
  {
    ...{ id: 'printCounters.never-back', level: 'core', source: 'specification' },
    says: 'The counters never decrease.',
    run: async (visit) => {
      let before = (await readCounts(visit, visit.anyPrinter())).counts;
      for (let look = 0; look < 4; look += 1) {
        const { answer, counts } = await readCounts(visit, visit.anyPrinter());
        const keys = ['triggers', 'triggerBounces', 'printedLabels'] as const;
        expectThat(
          answer,
          keys.every((key) => counts[key] >= before[key]),
          { expected: `at least ${JSON.stringify(before)}`, seen: counts },
        );
        before = counts;
      }
    },
  },
  {
    ...{ id: 'printCounters.nameless', level: 'core', source: 'specification', needs: ['single'] },
    says: 'With a single printer the counters can be requested without its name.',
    run: async (visit) => {
      const { counts } = await readCounts(visit, visit.anyPrinter());
      const { answer, counts: nameless } = await readCounts(visit, '');
      expectSame(answer, nameless, counts);
    },
  },
  ...(['status', 'printCounters', 'printHistory'] as const).map((operation): Check => ({
    ...{ id: `printers.nameless.refused.${operation}`, level: 'extensions', source: 'strobe', needs: ['several'] },
    says: `With several printers ${operation} without a name is refused, and the answer names them.`,
    run: async (visit) => {
      const answer = await visit.target.get(`/${operation}`);
      expectStatus(answer, 400);
      const problem = parsed(answer);
      const detail = isObject(problem) ? String(problem['detail']) : '';
      expectThat(
        answer,
        visit.printers.all.every((name) => detail.includes(name)),
        { expected: 'the names of the printers', seen: problem },
      );
    },
  })),
];
