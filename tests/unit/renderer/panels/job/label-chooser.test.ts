import type { VueWrapper } from '@vue/test-utils';
import axios, { type AxiosAdapter, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LabelChooser from '#renderer/panels/job/LabelChooser.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

/** Label name to the columns that it prints. */
const LABELS: Record<string, string[]> = { 'Plain text': [], 'Food case': ['Name', 'GTIN'], 'Other columns': ['Batch'] };
/** Table name to columns and first row; "Empty" has the columns of "Products" and no rows. */
const TABLES: Record<string, { columns: string[]; cells?: string[] }> = {
  Cartons: { columns: ['Name'], cells: ['Carton'] },
  Empty: { columns: ['Name', 'GTIN'] },
  Products: { columns: ['GTIN', 'Name'], cells: ['4006', 'Tea'] },
};

const usual = axios.defaults.adapter;
const imageAddresses: string[] = [];
const draw: AxiosAdapter = async (config) => {
  imageAddresses.push(decodeURIComponent(config.url ?? ''));
  return { status: 200, data: new Blob(['png']), statusText: '', headers: {}, config } as AxiosResponse;
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
    tables: {
      list: async () => Object.entries(TABLES).map(([name, { columns }]) => ({ name, summary: { columns } })),
      rows: async ({ name }) => {
        const { columns, cells } = TABLES[name]!;
        return { columns, rows: cells ? [{ row: 0, cells }] : [], total: cells ? 1 : 0 };
      },
    },
  });
  const labels = Object.entries(LABELS).map(([name, columns]) => ({ name, summary: { revision: 1, columns } }));
  chooser = rig.mount(LabelChooser, { connection: 'c1', printer: 'Line 1', labels, modelValue: '' });
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
    expect(imageAddresses.filter((address) => address.includes('Food case'))).toEqual([
      expect.stringMatching(/Food case\/simulation\?tableName=Products&keyColumn=GTIN&key=4006&printer=Line\+1&v=/),
    ]);
  });

  it('shows a label without columns as it is, without the mark', async () => {
    await untilHolds(() => expect(cardOf('Plain text').find('img').exists()).toBe(true));
    expect(cardOf('Plain text').text()).toBe('Plain text');
  });

  it('says that there is no preview where no table has the columns, and asks for none', async () => {
    await untilHolds(() => expect(cardOf('Other columns').text()).toContain('No preview – choose it for details'));
    expect(imageAddresses.filter((address) => address.includes('Other columns'))).toEqual([]);
  });
});
