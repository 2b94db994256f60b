import type { VueWrapper } from '@vue/test-utils';
import axios, { AxiosError, type AxiosAdapter, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import LabelChooser from '#renderer/panels/job/LabelChooser.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

const REFUSAL = new ProblemError('cannot-render');
const FONT = { family: 'Arial', height: 5 };
const LABELS: Record<string, string> = { 'Plain text': 'Tea', 'Food case': '{TABLE;Name} {TABLE;GTIN}', 'Other columns': '{TABLE;Batch}' };
/** Table name to columns and first row; "Empty" has the columns of "Products" and no rows. */
const TABLES: Record<string, { columns: string[]; cells?: string[] }> = {
  Cartons: { columns: ['Name'], cells: ['Carton'] },
  Empty: { columns: ['Name', 'GTIN'] },
  Products: { columns: ['GTIN', 'Name'], cells: ['4006', 'Tea'] },
};

const usual = axios.defaults.adapter;
const imageAddresses: string[] = [];
/** Draws "Plain text", and the other labels only with a row. */
const draw: AxiosAdapter = (config) => {
  const address = decodeURIComponent(config.url ?? '');
  imageAddresses.push(address);
  const response = { status: 200, data: new Blob(['png']), statusText: '', headers: {}, config } as AxiosResponse;
  if (address.includes('Plain text') || address.includes('tableName=')) return Promise.resolve(response);
  const refused = { ...response, status: REFUSAL.status, data: JSON.stringify(REFUSAL.toProblem()) };
  return Promise.reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, undefined, refused));
};

type Report = (entries: { target: Element; isIntersecting: boolean; time: number }[]) => void;

/** Reports every element as visible. */
class VisibleObserver {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  observe(target: Element): void {
    this.#report([{ target, isIntersecting: true, time: 0 }]);
  }

  disconnect(): void {}
}

let rig: PageRig;
let chooser: VueWrapper;

beforeEach(async () => {
  imageAddresses.length = 0;
  axios.defaults.adapter = draw;
  // Every label counts as visible, and every image as loaded once it has an address.
  vi.stubGlobal('IntersectionObserver', VisibleObserver);
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLImageElement) {
    queueMicrotask(() => this.onload?.(new Event('load')));
  });
  rig = await openPageRig({
    labels: {
      get: async ({ name }) => ({ format: 3, width: 80, height: 20, objs: [{ type: 'Text', x: 2, y: 2, text: LABELS[name], font: FONT }] }),
    },
    tables: {
      list: async () => Object.entries(TABLES).map(([name, { columns }]) => ({ name, summary: { columns } })),
      rows: async ({ name }) => {
        const { columns, cells } = TABLES[name]!;
        return { columns, rows: cells ? [{ row: 0, cells }] : [], total: cells ? 1 : 0 };
      },
    },
  });
  const labels = Object.keys(LABELS).map((name) => ({ name, summary: { revision: 1 } }));
  chooser = rig.mount(LabelChooser, { connection: 'c1', printer: 'Line 1', labels, hasPictures: true, modelValue: '' });
});

afterEach(() => {
  rig.end();
  axios.defaults.adapter = usual;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const cardOf = (name: string) => chooser.findAll('label').find((card) => card.text().includes(name))!;

describe('the labels that a printer can load', () => {
  it('shows a label that needs a row with the first row of the first table that fits, marked as an example', async () => {
    await untilHolds(() => expect(cardOf('Food case').find('img').exists()).toBe(true));
    expect(cardOf('Food case').text()).toBe('Example: first row of ProductsFood case');
    expect(imageAddresses.filter((address) => address.includes('tableName='))).toEqual([
      expect.stringMatching(/Food case\/simulation\?tableName=Products&keyColumn=GTIN&key=4006&printer=Line\+1&v=/),
    ]);
  });

  it('shows a label without columns as it is, without the mark', async () => {
    await untilHolds(() => expect(cardOf('Plain text').find('img').exists()).toBe(true));
    expect(cardOf('Plain text').text()).toBe('Plain text');
  });

  it('says that there is no preview where no table has the columns', async () => {
    await untilHolds(() => expect(cardOf('Other columns').text()).toContain('No preview – choose it for details'));
  });
});
