import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#contract/problem.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
});
afterAll(() => service.close());

/** The responses to storing a label with this text, and to its simulation if it is stored. */
async function verdicts(text: string): Promise<number[]> {
  const put = await service.call('/api/v3/labels/Hostile', { method: 'PUT', body: textLabel(text) });
  if (put.status >= 300) return [put.status];
  return [put.status, (await service.call('/api/v3/labels/Hostile/simulation')).status];
}

describe('hostile texts', () => {
  it.each([
    ['ten thousand open braces', '{'.repeat(10_000)],
    ['ten thousand nested times', `${'{TIME;'.repeat(10_000)}x${';+1day}'.repeat(10_000)}`],
    ['an offset of ten thousand steps', `{TIME;{YEAR};${'+1day'.repeat(10_000)}}`],
    ['an offset of blanks', `{TIME;{YEAR};+1${' '.repeat(50_000)}x}`],
    ['an offset of digits', `{TIME;{YEAR};+${'9'.repeat(50_000)}years}`],
    ['an offset beyond the calendar', '{TIME;{YEAR};+999999999years}'],
    ['an offset back before the calendar', '{TIME;{YEAR};-999999999minutes-999999999hours-999999999weeks}'],
    ['a width without end', '{YEAR;WIDTH=999999999}'],
    ['a width of digits', `{YEAR;WIDTH=${'9'.repeat(50_000)}}`],
    ['a format without end', `{YEAR;FORMAT={${';'.repeat(50_000)}`],
    ['backslashes before a brace that is not closed', `${'\\'.repeat(50_001)}{${'\\'.repeat(50_001)}`],
    ['a condition without end', '{IF;'.repeat(10_000)],
  ])('E22 are refused as invalid input and cause no failure: %s', async (_words, text) => {
    const answers = await verdicts(text);
    expect([400, 422]).toContain(answers.at(-1));
  });

  it('E22 are refused with their object, the fault and its position in their text', async () => {
    const body = textLabel(`{TIME;{YEAR};${'+1day'.repeat(101)}}`);
    const { status, json } = await service.call('/api/v3/labels/Hostile', { method: 'PUT', body });
    const detail = expect.stringContaining('The offset has more than 100 steps (at character 14)') as string;
    expect([status, (json as Problem).errors]).toEqual([400, [{ pointer: '/objs/0/text', detail }]]);
  });
});
