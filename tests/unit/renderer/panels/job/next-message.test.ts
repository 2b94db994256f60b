import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import NextMessage from '#renderer/panels/job/NextMessage.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { aJob, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type Operations, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
afterEach(() => rig.end());

const report = (nextPrint: string) => {
  const printer = aPrinter({ connection: 'c1', name: 'Coder', status: aStatus({ job: aJob({ nextPrint }) }) });
  rig.run(() => useFleetStore()).apply({ type: 'snapshot', printers: [printer], now: 0 });
};

async function open(nextMessage: NonNullable<Operations['printers']>['nextMessage']): Promise<VueWrapper> {
  rig = await openPageRig({ printers: { nextMessage: nextMessage! } });
  report('1');
  const wrapper = rig.mount(NextMessage, { connection: 'c1', printer: 'Coder' });
  await flushPromises();
  return wrapper;
}

it('shows the message and the field values of the next print, also after a print', async () => {
  let serial = 4;
  const wrapper = await open(async () => ({ message: { message: 'BBE', fields: { NO: String((serial += 1)), NOTE: '' } } }));
  const shown = () => [wrapper.get('h3').text(), ...wrapper.findAll('dt, dd').map((part) => part.text())];
  expect(shown()).toEqual(['Message BBE', 'NO', '5', 'NOTE', 'empty']);
  report('2');
  await flushPromises();
  expect(shown()).toEqual(['Message BBE', 'NO', '6', 'NOTE', 'empty']);
});

it('says why the next print has no message', async () => {
  const wrapper = await open(async () => {
    throw new ProblemError('cannot-render', { detail: 'No message of it stands for the label "Box".' });
  });
  expect(wrapper.get('[role=alert]').text()).toContain('No message of it stands for the label "Box".');
});
