import { flushPromises } from '@vue/test-utils';
import axios, { AxiosError, type AxiosAdapter, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import ExportExcel from '#renderer/panels/table/ExportExcel.vue';
import { useNoticesStore } from '#renderer/stores/notices.ts';
import { lastWorker, stubWorkers } from '#support/fake-worker.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const usual = axios.defaults.adapter;
let rig: PageRig;

beforeEach(async () => {
  stubWorkers();
  rig = await openPageRig({});
});

afterEach(() => {
  rig.end();
  axios.defaults.adapter = usual;
  vi.unstubAllGlobals();
});

function answerWith(status: number, data: Blob): AxiosAdapter {
  return async (config) => {
    const response: AxiosResponse = { status, data, statusText: '', headers: {}, config };
    if (status >= 400) throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, undefined, response);
    return response;
  };
}

async function save(): Promise<void> {
  const wrapper = rig.mount(ExportExcel, { connection: 'c1', name: 'Products' });
  await wrapper.get('button').trigger('click');
  await flushPromises();
}

function failures(): string[] {
  return rig.run(useNoticesStore).notices.map(({ text }) => text);
}

describe('a table that cannot be exported to Excel', () => {
  it('shows the reason of the controller', async () => {
    const problem = new ProblemError('not-found', { detail: 'There is no table "Products".' }).toProblem();
    axios.defaults.adapter = answerWith(404, new Blob([JSON.stringify(problem)]));
    await save();
    expect(failures()).toEqual(['There is no table "Products".']);
  });

  it('shows the title of a problem without detail', async () => {
    const { detail: _, ...problem } = new ProblemError('not-found').toProblem();
    axios.defaults.adapter = answerWith(404, new Blob([JSON.stringify(problem)]));
    await save();
    expect(failures()).toEqual([problem.title]);
  });

  it('shows the reason of the worker', async () => {
    axios.defaults.adapter = answerWith(200, new Blob(['A\n']));
    await save();
    lastWorker().answer({ tooLarge: 'rows' });
    await flushPromises();
    expect(failures()).toEqual(['This table has more than the 1 048 576 rows of an Excel sheet. Export it as CSV.']);
    expect(lastWorker().isTerminated).toBe(true);
  });

  it('shows a reason if the worker does not start', async () => {
    axios.defaults.adapter = answerWith(200, new Blob(['A\n']));
    await save();
    lastWorker().fail('');
    await flushPromises();
    expect(failures()).toEqual(['The workbook could not be created: its thread did not start.']);
  });
});
