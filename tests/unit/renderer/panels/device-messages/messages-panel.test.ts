import { DOMWrapper, flushPromises, type VueWrapper } from '@vue/test-utils';
import axios from 'axios';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import MessagesPanel from '#renderer/panels/device-messages/MessagesPanel.vue';
import { openPageRig, type Operations, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

const LABEL = {
  ...{ format: 3, width: 40, height: 20 },
  objs: [{ type: 'Text', name: 'Lot', x: 1, y: 1, text: 'L7', font: { family: 'Arimo', height: 2 } }],
};
const MESSAGES = { Box: { message: 'BBE', fields: { LOT: { object: 'Lot' as const } } }, Gone: { message: 'OLD', fields: {} } };
const HELD = [{ name: 'BBE', fields: ['LOT', 'DATE'] }, { name: 'NEW' }];

let rig: PageRig;
let current: typeof MESSAGES | Record<string, unknown>;
const puts: unknown[] = [];

beforeEach(() => {
  current = MESSAGES;
  puts.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
  axios.defaults.adapter = (config) => Promise.resolve({ data: new Blob(), status: 200, statusText: '', headers: {}, config });
});
afterEach(() => {
  rig.end();
  vi.unstubAllGlobals();
});

const page = () => new DOMWrapper(document.body);

async function open(operations: Operations['printers'] = {}): Promise<VueWrapper> {
  rig = await openPageRig({
    printers: {
      messages: async () => current as typeof MESSAGES,
      heldMessages: async () => ({ messages: HELD }),
      putMessages: async (input) => (puts.push(input), {}),
      ...operations,
    },
    labels: {
      list: async () => ['Box', 'Case'].map((name) => ({ name, summary: {} })) as never,
      get: async () => LABEL,
    },
    settings: {
      get: async () => ({
        timeZone: 'UTC',
        monthEnd: 'end',
        productionDayStart: 0,
        labelChangesReachRunningJobs: false,
        fallbackFonts: [],
      }),
    },
    tables: { list: async () => [] },
  });
  const wrapper = rig.mount(MessagesPanel, { connection: 'c1', printer: 'Coder' });
  await flushPromises();
  return wrapper;
}

async function press(name: string): Promise<void> {
  const found = page()
    .findAll('button')
    .findLast((button) => (button.attributes('aria-label') ?? button.text()) === name);
  await found!.trigger('click');
  await flushPromises();
}

async function edit(): Promise<void> {
  await press('Change the message of Box');
  await untilHolds(() => expect(page().find('.message-form fieldset').exists()).toBe(true));
}

const save = async () => {
  await page().get('.message-form').trigger('submit');
  await flushPromises();
};

it('lists each label with its message and the number of fields, and says which label is gone', async () => {
  const wrapper = await open();
  const rows = wrapper.findAll('li').map((row) => row.findAll('p').map((line) => line.text()));
  expect(rows).toEqual([
    ['Box', 'BBE: 1 field'],
    ['Gone', 'OLD: no fields', 'This label no longer exists. Remove its message.'],
  ]);
});

it('saves one message and leaves the others as they are now', async () => {
  await open();
  await edit();
  current = { ...MESSAGES, Gone: { message: 'NEWER', fields: {} } };
  await save();
  expect(puts).toEqual([
    {
      connection: 'c1',
      printer: 'Coder',
      label: 'Box',
      messages: { Gone: { message: 'NEWER', fields: {} }, Box: MESSAGES.Box },
      expected: current,
    },
  ]);
  expect(page().find('.message-form').exists()).toBe(false);
});

it('does not lose the change of another person: it is said, and replaced by the next save only', async () => {
  await open();
  await edit();
  current = { ...MESSAGES, Box: { message: 'THEIRS', fields: {} } };
  await save();
  expect(puts).toEqual([]);
  expect(page().get('.message-form').text()).toContain('It is now "THEIRS".');
  await save();
  expect(puts).toMatchObject([{ messages: { Box: MESSAGES.Box }, expected: current }]);
});

it('H25 shows the faults that the controller finds at their fields', async () => {
  const errors = [{ pointer: '/Box/fields/LOT', detail: 'the message has no field "LOT"' }];
  await open({
    putMessages: async () => {
      throw new ProblemError('invalid-input', { detail: 'wrong', errors });
    },
  });
  await edit();
  await save();
  expect(page().get('fieldset .fault').text()).toBe('the message has no field "LOT"');
});

it('H25 says at the field what is missing, and sends nothing', async () => {
  await open();
  await edit();
  await press('Add device field');
  await save();
  const faults = page()
    .findAll('fieldset .fault')
    .map((fault) => fault.text());
  expect([faults, puts]).toEqual([['Enter the name of the field.'], []]);
});

it('shows what each field gets now', async () => {
  await open();
  await edit();
  await untilHolds(() =>
    expect(
      page()
        .findAll('.message-form dd')
        .map((value) => value.text()),
    ).toEqual(['L7']),
  );
});

it('offers the messages of the device, and lays out the fields of the chosen one', async () => {
  await open();
  await press('Add message');
  await untilHolds(() =>
    expect(
      page()
        .findAll('.message-form input[type=radio]')
        .map((radio) => radio.attributes('value')),
    ).toEqual(['Case']),
  );
  await page().get('input[value=Case]').setValue(true);
  await untilHolds(() => expect(page().find('.message-form fieldset.row').exists()).toBe(true));
  await page().get('.entries > .field select').setValue('BBE');
  await flushPromises();
  const rows = page()
    .findAll('fieldset.row')
    .map((row) => row.findAll('select').map((select) => select.element.selectedOptions[0]?.text));
  expect(rows).toEqual([
    ['LOT', 'Lot'],
    ['DATE', 'Choose an object'],
  ]);
});

it('H18 removes a message after a question, and leaves the others', async () => {
  await open();
  await press('Remove the message of Gone');
  expect(page().get('[role=alertdialog]').text()).toContain('Coder then prints this label no more');
  expect(puts).toEqual([]);
  await press('Remove');
  expect(puts).toMatchObject([{ label: 'Gone', messages: { Box: MESSAGES.Box }, expected: MESSAGES }]);
});
