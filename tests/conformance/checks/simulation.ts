import type { Check } from '../check.ts';
import {
  expectHolds,
  expectRefused,
  expectSame,
  expectStatus,
  expectSuccess,
  expectThat,
  isObject,
  jsonOf,
  objectOf,
} from '../expectations.ts';
import { TABLE, textLabel } from '../material.ts';
import type { Answer } from '../target.ts';
import type { Visit } from '../visit.ts';

/** The texts of a simulated label, in order. */
function textsOf(answer: Answer): unknown[] {
  const { objs } = objectOf(answer);
  expectThat(answer, Array.isArray(objs), { expected: 'a label with objs', seen: jsonOf(answer) });
  return (objs as unknown[]).map((object) => (isObject(object) ? object['text'] : undefined));
}

async function simulated(visit: Visit, texts: readonly string[], query = ''): Promise<Answer> {
  const path = visit.own('labels');
  expectSuccess(await visit.target.put(path, textLabel(...texts)));
  return visit.target.get(`${path}/simulation${query}`);
}

const ROW = { keyColumn: 'SKU', key: 'S13' };

/** A query for the row, with parts replaced or omitted. */
function rowQuery(visit: Visit, parts: Record<string, string | undefined> = {}): string {
  const all = { tableName: visit.name('one'), ...ROW, ...parts };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `?${new URLSearchParams(present).toString()}`;
}

const withTable = (visit: Visit): Promise<Answer> => visit.target.put(visit.own('tables'), TABLE);

const core = (what: string, says: string, run: Check['run']): Check => ({
  id: `simulation.${what}`,
  level: 'core',
  source: 'vendor',
  says,
  run,
});
const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `simulation.${what}`, level: 'extensions', source: 'strobe' },
  says,
  run,
});

const refusedRow = (what: string, parts: Record<string, string | undefined>): Check =>
  core(`refused: ${what}`, `A simulation with ${what} is refused.`, async (visit) => {
    await withTable(visit);
    expectRefused(await simulated(visit, ['x'], rowQuery(visit, parts)));
  });

export const simulationChecks: readonly Check[] = [
  core('label', 'A simulation without a table is the label object.', async (visit) => {
    const answer = await simulated(visit, ['plain', 'second']);
    expectHolds(answer, { format: 3, objs: [{ type: 'Text' }, { type: 'Text' }] });
    expectSame(answer, textsOf(answer), ['plain', 'second']);
  }),
  core('variable', 'A variable in a text is replaced by its current value.', async (visit) => {
    const variable = visit.own('variables');
    for (const value of ['late', 'early']) {
      await visit.target.put(variable, { value, description: '', userEdit: false });
      const answer = await simulated(visit, [`<{VARIABLE;${visit.name('one')}}>`]);
      expectSame(answer, textsOf(answer), [`<${value}>`]);
    }
  }),
  core('date', 'The parts of a date have their digits.', async (visit) => {
    const answer = await simulated(visit, ['{YEAR}', '{MONTH}', '{DAYOFMONTH}', '{DAYOFYEAR}']);
    const shape = /^20\d\d (0[1-9]|1[0-2]) (0[1-9]|[12]\d|3[01]) [0-3]\d\d$/;
    expectThat(answer, shape.test(textsOf(answer).join(' ')), { expected: 'year, month, day and day of the year', seen: textsOf(answer) });
  }),
  core('shifted', '{TIME} gives the inner text at a shifted moment.', async (visit) => {
    const answer = await simulated(visit, ['{YEAR}', '{TIME;{YEAR};+2years}', '{TIME;{YEAR};-12months}']);
    const [now, later, before] = textsOf(answer).map(Number);
    expectSame(answer, [later, before], [Number(now) + 2, Number(now) - 1]);
  }),
  core('width', 'WIDTH and PADDING determine the width of a number.', async (visit) => {
    const answer = await simulated(visit, ['{YEAR;WIDTH=6;PADDING=x}']);
    expectThat(answer, /^xx20\d\d$/.test(String(textsOf(answer)[0])), { expected: 'xx and the year', seen: textsOf(answer) });
  }),
  core('not-stored', 'A simulation changes nothing: the label keeps its codes.', async (visit) => {
    await simulated(visit, ['{YEAR}']);
    expectHolds(await visit.target.get(visit.own('labels')), textLabel('{YEAR}'));
  }),
  core('unknown-label', 'An unknown label cannot be simulated.', async (visit) => {
    expectRefused(await visit.target.get(`${visit.own('labels', 'nothing')}/simulation`));
  }),
  {
    ...core('row', 'A simulation with table, key column and key is a label object.', async (visit) => {
      expectSuccess(await withTable(visit));
      expectHolds(await simulated(visit, ['x'], rowQuery(visit)), { objs: [{ type: 'Text', text: 'x' }] });
    }),
    source: 'specification',
  },
  refusedRow('a table but no key', { key: undefined, keyColumn: undefined }),
  refusedRow('a key but no table', { tableName: undefined }),
  refusedRow('an unknown table', { tableName: 'conformance-nothing' }),
  refusedRow('an unknown column', { keyColumn: 'nothing' }),
  refusedRow('an unknown key', { key: 'S99' }),
  strict('cell', '{TABLE;column} is replaced by the cell of the row.', async (visit) => {
    await withTable(visit);
    const answer = await simulated(visit, ['{TABLE;Name}/{TABLE;SKU}'], rowQuery(visit));
    expectSame(answer, textsOf(answer), ['Large/S13']);
  }),
  strict('key-not-unique', 'A key of two rows is refused with 409.', async (visit) => {
    await visit.target.put(visit.own('tables'), { columns: ['SKU'], rows: [['S13'], ['S13']] });
    expectStatus(await simulated(visit, ['x'], rowQuery(visit)), 409);
  }),
  strict('moment', 'A simulation can be requested for a given time.', async (visit) => {
    const answer = await simulated(visit, ['{YEAR}-{MONTH}-{DAYOFMONTH}'], '?at=2031-05-06T12:00:00Z');
    expectSame(answer, textsOf(answer), ['2031-05-06']);
  }),
  strict('month-arithmetic', 'A month after 31 January is the last of February, unless the controller spills.', async (visit) => {
    const settings = objectOf(await visit.target.get('/settings'));
    const answer = await simulated(visit, ['{TIME;{MONTH}-{DAYOFMONTH};+1month}'], '?at=2031-01-31T12:00:00Z');
    expectSame(answer, textsOf(answer), [settings['monthEnd'] === 'spill' ? '03-03' : '02-28']);
  }),
  strict('counter', 'A counter in a text is replaced by its text, and a simulation does not advance it.', async (visit) => {
    const counter = visit.own('counters');
    await visit.target.put(counter, { value: 7, width: 4, padding: '0' });
    for (const round of ['first', 'second']) {
      const answer = await simulated(visit, [`${round} {COUNTER;${visit.name('one')}}`]);
      expectSame(answer, textsOf(answer), [`${round} 0007`]);
    }
    expectHolds(await visit.target.get(counter), { value: 7 });
  }),
  strict('alpha', 'FORMAT=alpha counts in letters: 26 is BA.', async (visit) => {
    await visit.target.put(visit.own('counters'), { value: 26 });
    const answer = await simulated(visit, [`{COUNTER;${visit.name('one')};FORMAT=alpha}`]);
    expectSame(answer, textsOf(answer), ['BA']);
  }),
  strict('shift-code', 'A shift code in a text is replaced by the code of the shift.', async (visit) => {
    await visit.target.put(visit.own('shiftCodes'), { shifts: [{ offset: 0, code: 'Night' }] });
    const answer = await simulated(visit, [`{SHIFTCODE;${visit.name('one')}}`]);
    expectSame(answer, textsOf(answer), ['Night']);
  }),
  strict('braces', 'A brace after a backslash is literal and does not begin a code.', async (visit) => {
    const answer = await simulated(visit, ['\\{YEAR\\}']);
    const text = String(textsOf(answer)[0]).replaceAll('\\', '');
    expectSame(answer, text, '{YEAR}');
  }),
  strict('unresolved', 'A code that cannot be resolved is an error, never an empty text.', async (visit) => {
    expectRefused(await simulated(visit, [`{VARIABLE;${visit.name('nothing')}}`]));
  }),
  strict('picture', 'A simulation is also available as PNG.', async (visit) => {
    const path = visit.own('labels');
    await visit.target.put(path, textLabel('picture'));
    const answer = await visit.target.get(`${path}/simulation`, { accept: 'image/png' });
    expectSuccess(answer);
    const [signature, type] = [Buffer.from(answer.bytes.subarray(0, 8)).toString('hex'), answer.headers.get('content-type')];
    expectSame(answer, [signature, type], ['89504e470d0a1a0a', 'image/png']);
  }),
];
