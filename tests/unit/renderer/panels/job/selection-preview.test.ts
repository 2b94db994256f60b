import type { VueWrapper } from '@vue/test-utils';
import axios, { AxiosError, type AxiosAdapter, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import SelectionPreview from '#renderer/panels/job/SelectionPreview.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

const fault = { pointer: '/objs/0/text', detail: 'The column "Name" needs a table row, and none is chosen' };
const REFUSAL = new ProblemError('cannot-render', { errors: [fault] });
const FONT = { family: 'Arial', height: 5 };
let rig: PageRig;

const usual = axios.defaults.adapter;
const refuse: AxiosAdapter = (config) => {
  const data = JSON.stringify(REFUSAL.toProblem());
  const response = { status: REFUSAL.status, data, statusText: '', headers: {}, config } as AxiosResponse;
  return Promise.reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, undefined, response));
};

beforeEach(() => {
  axios.defaults.adapter = refuse;
});

afterEach(() => {
  rig.end();
  axios.defaults.adapter = usual;
});

async function preview(text: string, table?: object): Promise<VueWrapper> {
  const label = { format: 3, width: 80, height: 20, objs: [{ type: 'Text', x: 2, y: 2, text, font: FONT }] };
  rig = await openPageRig({ labels: { get: async () => label } });
  const [connection, printer] = ['c1', 'Line 1'];
  const subject = { label: 'Food case', table };
  const panel = rig.mount(SelectionPreview, { connection, printer, subject, version: '1', hasPictures: true, emptyText: '' });
  await untilHolds(() => expect(panel.find('[role=alert], [role=status]').exists()).toBe(true));
  return panel;
}

describe('the preview of a label that cannot be drawn', () => {
  it('says that the label needs a row, and links to the rows', async () => {
    const panel = await preview('{TABLE;Name} {TABLE;GTIN}');
    expect(panel.text()).toContain('Uses columns Name, GTIN. Choose a row on the "Table row" tab.');
    expect(panel.text()).not.toContain('/objs/0/text');
    await panel.get('button').trigger('click');
    expect(panel.emitted('row')).toHaveLength(1);
  });

  it.each([
    ['a label without columns', 'Tea', undefined],
    ['a row that was chosen', '{TABLE;Name}', { name: 'T', keyColumn: 'K', key: '1' }],
  ])('shows the error for %s', async (_, text, table) => {
    expect((await preview(text, table)).text()).toContain('needs a table row, and none is chosen');
  });
});
