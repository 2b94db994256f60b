import { flushPromises, type VueWrapper } from '@vue/test-utils';
import axios, { AxiosError, CanceledError, type AxiosAdapter, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import TableImport from '#renderer/panels/table-import/TableImport.vue';
import { tableNameOf } from '#renderer/panels/table-import/send-csv.ts';
import { useTablesStore } from '#renderer/stores/tables.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

interface Sent {
  config: InternalAxiosRequestConfig;
  answer: (status: number, data?: string) => void;
}

const usual = axios.defaults.adapter;
let sent: Sent[];
let names: string[];
let rig: PageRig;
let importer: VueWrapper;

const adapter: AxiosAdapter = (config) =>
  new Promise((resolve, reject) => {
    config.signal?.addEventListener?.('abort', () => {
      reject(new CanceledError());
    });
    const answer = (status: number, data = '') => {
      const response = { status, data, statusText: '', headers: {}, config } as AxiosResponse;
      if (status < 400) resolve(response);
      else reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, undefined, response));
    };
    sent.push({ config, answer });
  });

beforeEach(async () => {
  sent = [];
  names = ['Products'];
  axios.defaults.adapter = adapter;
  const summary = { columns: ['GTIN', 'Name'], rowCount: 12, modified: '2026-11-20T13:03:00Z' };
  rig = await openPageRig({ tables: { list: async () => names.map((name) => ({ name, summary })) } });
  rig.run(useTablesStore);
  importer = rig.mount(TableImport);
  await flushPromises();
});

afterEach(() => {
  rig.end();
  axios.defaults.adapter = usual;
});

async function begin(fileName: string, content: BlobPart = 'GTIN,Name\n1,A\n'): Promise<void> {
  const file = new File([content], fileName, { type: 'text/csv' });
  (importer.vm as unknown as { begin: (file: File, to: { connection: string }) => void }).begin(file, { connection: 'c1' });
  await flushPromises();
}

function button(name: string): HTMLButtonElement {
  const found = [...document.body.querySelectorAll('button')].find((candidate) => candidate.textContent?.trim() === name);
  if (!found) throw new Error(`There is no button "${name}".`);
  return found;
}

async function press(name: string): Promise<void> {
  const target = button(name);
  if (target.type === 'submit') target.form?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  else target.click();
  await flushPromises();
}

describe('importing a file as a table', () => {
  it('sends the file unchanged under its file name', async () => {
    await begin('Spring range.csv');
    await press('Import');
    expect(sent[0]?.config).toMatchObject({ method: 'put', url: '/controllers/c1/api/v3/tables/Spring%20range?new=true' });
    expect(sent[0]?.config.headers.getContentType()).toBe('text/csv; charset=utf-8');
    sent[0]?.answer(201);
    await flushPromises();
    expect(importer.emitted('imported')).toEqual([['Spring range']]);
  });

  it('asks before it replaces a table, with the affected content', async () => {
    await begin('Products.csv');
    await press('Import');
    expect(sent).toEqual([]);
    expect(document.body.textContent).toContain('Replace table "Products"?');
    expect(document.body.textContent).toContain('Rows: 12, columns: 2, changed 20 NOV 2026, 14:03');
    await press('Replace');
    expect(sent.map(({ config }) => config.url)).toEqual(['/controllers/c1/api/v3/tables/Products']);
  });

  it('E17 does not replace a table that was created meanwhile, and asks then', async () => {
    await begin('Spring range.csv');
    await press('Import');
    names.push('Spring range');
    const refusal = new ProblemError('changed-meanwhile', { detail: 'It is there already.' });
    sent[0]?.answer(412, JSON.stringify(refusal.toProblem()));
    await flushPromises();
    expect(document.body.textContent).toContain('It is there already.');
    await press('Import');
    expect(document.body.textContent).toContain('Replace table "Spring range"?');
    await press('Replace');
    expect(sent.map(({ config }) => config.url)).toEqual([
      '/controllers/c1/api/v3/tables/Spring%20range?new=true',
      '/controllers/c1/api/v3/tables/Spring%20range',
    ]);
  });

  it('shows the line that a controller rejects, and keeps the file for another attempt', async () => {
    await begin('Spring range.csv');
    await press('Import');
    const refusal = new ProblemError('csv-broken', { detail: 'Line 3: cells in the row: 3; expected: 2.' });
    sent[0]?.answer(422, JSON.stringify(refusal.toProblem()));
    await flushPromises();
    expect(document.body.textContent).toContain('Line 3: cells in the row: 3');
    await press('Import');
    expect(sent).toHaveLength(2);
  });

  it('shows the progress', async () => {
    await begin('Spring range.csv', `GTIN,Name\n${'1,A\n'.repeat(500)}`);
    await press('Import');
    sent[0]?.config.onUploadProgress?.({ loaded: 50, total: 200, bytes: 50, lengthComputable: true });
    await flushPromises();
    expect(document.body.textContent).toContain('Sending 25 %: 502 B of 2.0 kB');
  });

  it('can be cancelled', async () => {
    await begin('Spring range.csv');
    await press('Import');
    await press('Cancel');
    expect(document.body.textContent).toContain('Import cancelled. Nothing was changed.');
    expect(importer.emitted('imported')).toBeUndefined();
  });

  it('sends nothing of a file that is replaced by another one while it is rewritten', async () => {
    await begin('Spring range.csv', Uint8Array.from(Buffer.from('GTIN,Name\n1,Käse\n', 'latin1')));
    button('Import').form?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
    await begin('Autumn range.csv');
    expect(sent).toEqual([]);
    await press('Import');
    expect(sent.map(({ config }) => config.url)).toEqual(['/controllers/c1/api/v3/tables/Autumn%20range?new=true']);
  });

  it('reports that the station does not answer', async () => {
    axios.defaults.adapter = (config) => Promise.reject(new AxiosError('Network Error', 'ERR_NETWORK', config));
    await begin('Spring range.csv');
    await press('Import');
    expect(document.body.textContent).toContain('The station is not responding.');
  });

  it('warns about a table whose name differs only in case', async () => {
    await begin('products.csv');
    expect(document.body.textContent).toContain('A table "Products" already exists');
  });
});

describe('the name that a file suggests', () => {
  it.each([
    ['products.csv', 'products'],
    ['Products 2026.11.TXT', 'Products 2026.11'],
    ['no extension', 'no extension'],
  ])('%s: %s', (file, name) => {
    expect(tableNameOf(file)).toBe(name);
  });
});
