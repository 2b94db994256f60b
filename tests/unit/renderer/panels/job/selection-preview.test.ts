import type { VueWrapper } from '@vue/test-utils';
import axios, { AxiosError, type AxiosAdapter, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import SelectionPreview from '#renderer/panels/job/SelectionPreview.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

const fault = { pointer: '/objs/0/text', detail: 'The variable "Lot" does not exist' };
const REFUSAL = new ProblemError('cannot-render', { errors: [fault] });
let rig: PageRig;

const usual = axios.defaults.adapter;
let requests = 0;
const refuse: AxiosAdapter = (config) => {
  requests += 1;
  const data = JSON.stringify(REFUSAL.toProblem());
  const response = { status: REFUSAL.status, data, statusText: '', headers: {}, config } as AxiosResponse;
  return Promise.reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, undefined, response));
};

beforeEach(() => {
  requests = 0;
  axios.defaults.adapter = refuse;
});

afterEach(() => {
  rig.end();
  axios.defaults.adapter = usual;
});

async function preview(missingColumns: string[]): Promise<VueWrapper> {
  rig = await openPageRig({});
  const [connection, printer] = ['c1', 'Line 1'];
  const subject = { label: 'Food case', table: undefined };
  const panel = rig.mount(SelectionPreview, {
    connection,
    printer,
    subject,
    missingColumns,
    version: '1',
    emptyText: '',
  });
  await untilHolds(() => expect(panel.find('[role=alert], [role=status]').exists()).toBe(true));
  return panel;
}

describe('the preview of a label that cannot be drawn', () => {
  it('says that the label needs a row, links to the rows, and asks for no picture', async () => {
    const panel = await preview(['Name', 'GTIN']);
    expect(panel.text()).toContain('Uses columns Name, GTIN. Choose a row on the "Table row" tab.');
    expect(requests).toBe(0);
    await panel.get('button').trigger('click');
    expect(panel.emitted('row')).toHaveLength(1);
  });

  it('shows the error of a label that needs no row', async () => {
    expect((await preview([])).text()).toContain('The variable "Lot" does not exist');
  });
});
