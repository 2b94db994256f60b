import { z } from 'zod';
import { finding, type Check, type Outcome } from '../model/check.ts';
import { readLogs } from '../sources/read-logs.ts';

const DAY = 24 * 3_600_000;
/** Levels of pino. */
const ERROR = 50;
const FATAL = 60;
const SHOWN = 5;
const MOST_CHARACTERS = 300;

const logLineSchema = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
});
type LogLine = z.infer<typeof logLineSchema>;

/** The errors in the logs of the last 24 hours. */
export const errorsCheck: Check = {
  id: 'errors',
  title: 'Last errors',
  run: async (context) => {
    const logs = await readLogs(context);
    if (logs.length === 0) return { facts: [], findings: [finding('no-log')] };
    const since = context.now() - DAY;
    const errors = logs
      .flatMap(({ text }) => text.split('\n').flatMap(errorIn))
      .filter(({ time }) => time >= since)
      .sort((one, other) => other.time - one.time);
    const ends = errors.filter(({ level }) => level >= FATAL).length;
    const facts: Outcome['facts'] = [{ name: 'errorCount', value: errors.length }];
    for (const { time, msg, err } of errors.slice(0, SHOWN)) {
      const text = [msg, err?.message].filter(Boolean).join(': ').slice(0, MOST_CHARACTERS);
      facts.push({ name: 'lastError', of: new Date(time).toISOString(), value: text });
    }
    const findings: Outcome['findings'] = [];
    if (ends > 0) findings.push(finding('ended-recently', { count: ends }));
    if (errors.length > ends) findings.push(finding('errors-recent', { count: errors.length - ends }));
    return { facts, findings };
  },
};

/** Lines that are no JSON are of other programs. */
function errorIn(line: string): LogLine[] {
  if (!line.startsWith('{')) return [];
  try {
    const parsed = logLineSchema.safeParse(JSON.parse(line));
    return parsed.success && parsed.data.level >= ERROR ? [parsed.data] : [];
  } catch {
    return [];
  }
}
