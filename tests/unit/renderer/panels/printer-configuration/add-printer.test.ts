import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import AddPrinter from '#renderer/panels/printer-configuration/AddPrinter.vue';
import { CONNECTION, openPageRig, type Operations, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
afterEach(() => rig.end());

const kindOf = (kind: string) =>
  ({ kind, shape: 'bitmap', proof: 'id', tried: 'emulator', hasProductDetector: kind === 'virtual', schema: {} }) as const;
const puts: unknown[] = [];

async function open(
  printers: Operations['printers'] = {},
  kinds = ['virtual', 'zpl', 'laser'],
  connections = [CONNECTION],
): Promise<VueWrapper> {
  puts.length = 0;
  const put = async (input: unknown) => (puts.push(input), { result: 'created' as const });
  rig = await openPageRig({ printers: { kinds: async () => kinds.map(kindOf), put, ...printers } }, connections);
  const wrapper = rig.mount(AddPrinter);
  await flushPromises();
  return wrapper;
}

const press = async (wrapper: VueWrapper, text: string): Promise<void> => {
  await wrapper
    .findAll('button')
    .find((button) => button.text() === text)!
    .trigger('click');
  await flushPromises();
};
const submit = async (wrapper: VueWrapper): Promise<void> => {
  await wrapper.find('form').trigger('submit');
  await flushPromises();
};
const fieldOf = (wrapper: VueWrapper, label: string) => {
  const id = wrapper
    .findAll('label')
    .find((each) => each.text() === label)!
    .attributes('for')!;
  return wrapper.find(`[id="${id}"]`);
};
const choose = async (wrapper: VueWrapper, kind: string): Promise<void> => {
  await wrapper.find(`input[value="${kind}"]`).setValue(true);
  await submit(wrapper);
};

it('offers the kinds that the controller lists and the page has a form for', async () => {
  const wrapper = await open();
  expect(wrapper.findAll('input[type=radio]').map((radio) => radio.attributes('value'))).toEqual(['zpl', 'virtual']);
});

it('H25 says at the field what is missing, and tests nothing', async () => {
  const wrapper = await open();
  await choose(wrapper, 'zpl');
  await submit(wrapper);
  expect(wrapper.find('[role=alert]').text()).toBe('Enter the network address of the printer.');
});

it('shows what a device says, and that prints without proof are handed over', async () => {
  const test = async (): Promise<PrinterTest> => ({
    ...{ reachable: true, identity: { model: 'ZT411', serial: 'A7' }, state: 'STARTED', errors: ['Head open'], proof: 'none' },
  });
  const wrapper = await open({ test });
  await choose(wrapper, 'zpl');
  await fieldOf(wrapper, 'Network address').setValue('192.168.0.40');
  await submit(wrapper);
  const values = wrapper.findAll('dd').map((value) => value.text());
  expect(values).toEqual(['ZT411', 'A7', 'started', 'Head open', 'Handed over, not proven: the printer does not report its prints.']);
  await fieldOf(wrapper, 'Network address').setValue('192.168.0.41');
  expect(wrapper.findAll('dd')).toEqual([]);
});

it('takes the resolution from the device, and tests again with it', async () => {
  const tested: unknown[] = [];
  const test = async ({ configuration }: { configuration: Record<string, unknown> }): Promise<PrinterTest> => {
    tested.push(configuration['dpi']);
    const errors = configuration['dpi'] === 300 ? [] : ['wrong resolution'];
    return { reachable: true, identity: { model: 'ZT411' }, state: 'STARTED', errors, dpi: 300, proof: 'count' };
  };
  const wrapper = await open({ test });
  await choose(wrapper, 'zpl');
  await fieldOf(wrapper, 'Network address').setValue('192.168.0.40');
  await submit(wrapper);
  await flushPromises();
  expect(tested).toEqual([203, 300]);
  expect(wrapper.text()).not.toContain('wrong resolution');
  await press(wrapper, 'Next');
  const values = ['Resolution across (dpi)', 'Resolution down (dpi)'].map(
    (label) => (fieldOf(wrapper, label).element as HTMLInputElement).value,
  );
  expect(values).toEqual(['300', '300']);
});

it('shows why a device does not answer; it can be added all the same', async () => {
  const wrapper = await open({ test: async () => ({ reachable: false, reason: 'connect ECONNREFUSED', errors: [] }) });
  await choose(wrapper, 'zpl');
  await fieldOf(wrapper, 'Network address').setValue('192.168.0.40');
  await submit(wrapper);
  expect(wrapper.text()).toContain('connect ECONNREFUSED');
  await press(wrapper, 'Next');
  expect(wrapper.find('h2').text()).toBe('How large does it print?');
});

it('H25 shows the fault that the controller finds at its field, in the step of the field', async () => {
  const put = async () => {
    throw new ProblemError('invalid-input', { detail: 'wrong', errors: [{ pointer: '/dpi', detail: 'is more than the head has' }] });
  };
  const wrapper = await open({ put });
  await choose(wrapper, 'virtual');
  await press(wrapper, 'Next without a test');
  await submit(wrapper);
  await fieldOf(wrapper, 'Name').setValue('Line 9');
  await submit(wrapper);
  expect(wrapper.find('h2').text()).toBe('How large does it print?');
  expect(wrapper.find('.fault').text()).toBe('is more than the head has');
});

it('adds the printer with what was entered, and begins with an empty form after that', async () => {
  const wrapper = await open();
  await choose(wrapper, 'virtual');
  await press(wrapper, 'Next without a test');
  await fieldOf(wrapper, 'Width (mm)').setValue('90');
  await submit(wrapper);
  await fieldOf(wrapper, 'Name').setValue(' Line 9 ');
  await submit(wrapper);
  const configuration = expect.objectContaining({
    physicalWidth: 90,
    engine: expect.objectContaining({ kind: 'virtual' }) as object,
  }) as object;
  expect(puts).toEqual([{ connection: 'c1', printer: 'Line 9', configuration, expected: null, afterJob: false }]);
  expect(wrapper.find('h2').text()).toBe('Line 9 was added');
  await press(wrapper, 'Add another printer');
  expect(wrapper.findAll('input:checked')).toEqual([]);
});

it('H22 keeps what was entered when the page is left', async () => {
  const wrapper = await open();
  await choose(wrapper, 'zpl');
  await fieldOf(wrapper, 'Network address').setValue('192.168.0.40');
  wrapper.unmount();
  const again = rig.mount(AddPrinter);
  await flushPromises();
  expect((fieldOf(again, 'Network address').element as HTMLInputElement).value).toBe('192.168.0.40');
});

it("says so when no controller can take a printer: another maker's has no such extension", async () => {
  const wrapper = await open({}, [], [{ ...CONNECTION, hasExtensions: false }]);
  expect(wrapper.text()).toContain('No controller can take a printer now');
});

it('sets up stacked heads, which share the height, and shows a name that is taken at its field', async () => {
  const wrapper = await open();
  await choose(wrapper, 'virtual');
  await press(wrapper, 'Next without a test');
  await fieldOf(wrapper, 'Stacked heads').setValue('2');
  expect(wrapper.text()).toContain('Each prints 17.5 mm of the height.');
  expect(wrapper.find('svg[role=img]').attributes('aria-label')).toContain('print heads from top to bottom: PH1, PH2');
  await fieldOf(wrapper, 'Head 2').setValue('PH1');
  await submit(wrapper);
  expect(wrapper.find('[role=alert]').text()).toBe('Another print head has this name.');
  await fieldOf(wrapper, 'Head 2').setValue('Lower left, Lower right');
  await fieldOf(wrapper, 'Ink supply of head 1').setValue('IS1');
  await submit(wrapper);
  await fieldOf(wrapper, 'Name').setValue('Packing');
  await submit(wrapper);
  const slices = [{ phs: ['PH1'], inkSupplies: ['IS1'] }, { phs: ['Lower left', 'Lower right'] }];
  expect(puts).toMatchObject([{ printer: 'Packing', configuration: { height: 35, slices } }]);
});

it('shows at the head what the controller says about its name', async () => {
  const errors = [{ pointer: '/slices/1/phs/0', detail: 'is reserved' }];
  const put = async () => Promise.reject(new ProblemError('invalid-input', { errors }));
  const wrapper = await open({ put });
  await choose(wrapper, 'virtual');
  await press(wrapper, 'Next without a test');
  await fieldOf(wrapper, 'Stacked heads').setValue('2');
  await submit(wrapper);
  await fieldOf(wrapper, 'Name').setValue('Packing');
  await submit(wrapper);
  const { id } = fieldOf(wrapper, 'Head 2').attributes();
  expect(wrapper.find(`[id="${id}-note"]`).text()).toBe('is reserved');
});
