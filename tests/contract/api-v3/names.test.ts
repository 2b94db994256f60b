import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

/** E14, E16: a name is data. It never becomes an object key, a path or anything else. */

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'a/b/../c',
  '../../etc/passwd',
  '..\\..\\windows',
  '%2f',
  '100%',
  'CON',
  'trailing.',
  ' blanks ',
  'Größe 12 µm',
  'ラベル',
  '😀👩‍🏭',
  'a?b#c&d=e',
  '"quoted" <b>',
  'x'.repeat(255),
  '😀'.repeat(255),
];

const BODIES: [string, object][] = [
  ['labels', textLabel('x')],
  ['tables', { columns: ['a'], rows: [['1']] }],
  ['variables', { value: 'x' }],
  ['counters', { value: 1 }],
];

const listed = (noun: string, document: unknown): string[] =>
  Array.isArray(document)
    ? (document as { name: string }[]).map(({ name }) => name)
    : Object.keys(document as object).filter((name) => noun !== '' && name !== '');

describe.each(BODIES)('a name of %s', (noun, body) => {
  it('is stored and returned unchanged, whatever it looks like', async () => {
    for (const name of NAMES) {
      const path = `/api/v3/${noun}/${encodeURIComponent(name)}`;
      expect([name, (await service.call(path, { method: 'PUT', body })).status]).toEqual([name, 201]);
      expect((await service.call(path)).json).toMatchObject(body);
    }
    const list = listed(noun, (await service.call(`/api/v3/${noun}`)).json);
    expect(list.sort()).toEqual([...NAMES].sort());
    for (const name of NAMES) {
      expect((await service.call(`/api/v3/${noun}/${encodeURIComponent(name)}`, { method: 'DELETE' })).status).toBe(204);
    }
    expect(listed(noun, (await service.call(`/api/v3/${noun}`)).json)).toEqual([]);
  });

  it('is the same composed and decomposed', async () => {
    const put = (name: string) => service.call(`/api/v3/${noun}/${encodeURIComponent(name)}`, { method: 'PUT', body });
    expect((await put('Größe')).status).toBe(201);
    expect((await put('Gro\u0308ße'.normalize('NFD'))).status).toBe(204);
    expect(listed(noun, (await service.call(`/api/v3/${noun}`)).json)).toEqual(['Größe']);
    await service.call(`/api/v3/${noun}/${encodeURIComponent('Größe')}`, { method: 'DELETE' });
  });

  it('is case-sensitive', async () => {
    await service.call(`/api/v3/${noun}/Case`, { method: 'PUT', body });
    expect((await service.call(`/api/v3/${noun}/case`)).status).toBe(404);
    await service.call(`/api/v3/${noun}/Case`, { method: 'DELETE' });
  });

  it.each([
    ['with a control character', 'a%00b'],
    ['with a line break', 'a%0Ab'],
    ['of 256 characters', 'x'.repeat(256)],
    ['of 300 emoji', encodeURIComponent('😀'.repeat(300))],
  ])('%s is refused', async (_case, encoded) => {
    const answer = await service.call(`/api/v3/${noun}/${encoded}`, { method: 'PUT', body });
    expect(answer).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input', errors: [{ pointer: '{name}' }] } });
  });

  it.each(['%zz', '%ff', '%c3%28', '%ed%a0%80'])('that is not percent-encoded UTF-8 (%s) is refused', async (encoded) => {
    const answer = await service.call(`/api/v3/${noun}/${encoded}`, { method: 'PUT', body });
    expect(answer).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input' } });
  });
});

it('a name in a query or a body is normalised like one in a path', async () => {
  const decomposed = 'Größe'.normalize('NFD');
  await service.call(`/api/v3/labels/${encodeURIComponent('Größe')}`, { method: 'PUT', body: textLabel('{TABLE;a}') });
  await service.call(`/api/v3/tables/${encodeURIComponent('Größe')}`, { method: 'PUT', body: { columns: ['a'], rows: [['1']] } });
  const query = `tableName=${encodeURIComponent(decomposed)}&keyColumn=a&key=1`;
  expect((await service.call(`/api/v3/labels/${encodeURIComponent(decomposed)}/simulation?${query}`)).status).toBe(200);
  const body = { labelName: decomposed, tableName: decomposed, keyColumn: 'a', key: '1' };
  expect((await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body })).status).toBe(200);
});

it('a name in a text of a label, and in its tests, is normalised like one in a path', async () => {
  const [composed, decomposed] = ['Füllung', 'Füllung'.normalize('NFD')];
  await service.call(`/api/v3/variables/${encodeURIComponent(composed)}`, { method: 'PUT', body: { value: 'oat', userEdit: true } });
  await service.call(`/api/v3/counters/${encodeURIComponent(composed)}`, { method: 'PUT', body: { value: 7 } });
  const shifts = [{ offset: 0, code: 'A' }];
  await service.call(`/api/v3/shiftCodes/${encodeURIComponent(composed)}`, { method: 'PUT', body: { shifts } });
  const values = { variables: { [decomposed]: 'rye' }, counters: { [decomposed]: 8 } };
  const label = {
    ...textLabel(`{VARIABLE;${decomposed}} {COUNTER;${decomposed}} {SHIFTCODE;${decomposed}}`),
    labelTests: [{ at: '2026-11-30T12:00:00Z', ...values, expect: { '/objs/0': 'rye 8 A' } }],
  };
  expect(await service.call('/api/v3/labels/Names', { method: 'PUT', body: label })).toMatchObject({ status: 201, text: '' });
  expect((await service.call('/api/v3/labels/Names/simulation')).json).toMatchObject({ objs: [{ text: 'oat 7 A' }] });
  expect((await service.call('/api/v3/labels/Names/prompts')).json).toMatchObject([{ name: composed }]);
  const body = { labelName: 'Names', variables: { [decomposed]: 'rye' } };
  expect((await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body })).status).toBe(200);
  expect((await service.call(`/api/v3/variables/${encodeURIComponent(composed)}`, { method: 'DELETE' })).status).toBe(409);
});

it.each(['M%FCller', '100%', '%zz', '%ed%a0%80'])(
  'a query that is not percent-encoded UTF-8 (%s) is refused: it would find nothing',
  async (key) => {
    await service.call('/api/v3/tables/Guests', { method: 'PUT', body: { columns: ['Name'], rows: [['Müller'], ['100%']] } });
    const rows = (text: string) => service.call(`/api/v3/tables/Guests/rows?column=Name&key=${text}`);
    expect(await rows(key)).toMatchObject({
      status: 400,
      json: { type: 'urn:strobe:problem:invalid-input', detail: 'The query is not valid percent-encoded UTF-8.' },
    });
    for (const sound of ['M%C3%BCller', '100%25']) expect((await rows(sound)).json).toMatchObject({ total: 1 });
  },
);

describe('the names . and ..', () => {
  const NOUNS: [string, object][] = [...BODIES, ['shiftCodes', { shifts: [{ offset: 0, code: 'A' }] }]];
  const cases = NOUNS.flatMap(([noun, body]) => ['.', '..', '%2e', '%2E%2e'].map((sent) => [noun, sent, body] as const));

  it.each(cases)('are refused for new %s, sent as %s', async (noun, sent, body) => {
    const answer = await service.call(`/api/v3/${noun}/${sent}`, { method: 'PUT', body });
    const detail = 'a name is neither "." nor "..": no URL can contain it';
    expect(answer).toMatchObject({
      status: 400,
      json: { type: 'urn:strobe:problem:invalid-input', errors: [{ pointer: '{name}', detail }] },
    });
  });

  it('are refused for a table that comes as CSV', async () => {
    const headers = { 'content-type': 'text/csv' };
    const answer = await service.call('/api/v3/tables/%2e%2e', { method: 'PUT', headers, body: 'a\r\n1\r\n' });
    expect(answer).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input' } });
  });

  it.each(['%2e/Regular', 'Sans/%2e%2e'])('are refused for a font: %s', async (font) => {
    const headers = { 'content-type': 'font/ttf' };
    const answer = await service.call(`/api/v3/fonts/${font}`, { method: 'PUT', headers, body: 'x' });
    expect(answer).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input', errors: [{}] } });
  });

  it.each(NOUNS)('are refused as other names of %s', async (noun, body) => {
    await service.call(`/api/v3/${noun}/Plain`, { method: 'PUT', body });
    const answer = await service.call(`/api/v3/${noun}/Plain/rename`, { method: 'POST', body: { name: '..' } });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/name' }] } });
    await service.call(`/api/v3/${noun}/Plain`, { method: 'DELETE' });
  });

  it('that already exist can be read, renamed and deleted by a client that does not resolve paths', async () => {
    for (const name of ['.', '..']) await service.controller.labels.put(name, labelSchema.parse(textLabel('x')));
    const read = await service.call('/api/v3/labels/%2e%2e');
    const renamed = await service.call('/api/v3/labels/%2e%2e/rename', { method: 'POST', body: { name: 'Dots' } });
    const removed = await service.call('/api/v3/labels/.', { method: 'DELETE' });
    expect([read.status, renamed.status, removed.status, (await service.call('/api/v3/labels/Dots')).status]).toEqual([200, 204, 204, 200]);
    await service.call('/api/v3/labels/Dots', { method: 'DELETE' });
  });
});
