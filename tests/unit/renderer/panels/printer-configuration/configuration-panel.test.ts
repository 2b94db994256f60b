import { DOMWrapper, flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { printerConfigurationSchema, type PrinterDetail } from '#contract/api-v3/printer-configuration.ts';
import { ProblemError } from '#contract/problem.ts';
import ConfigurationPanel from '#renderer/panels/printer-configuration/ConfigurationPanel.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { aJob, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type Operations, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
afterEach(() => rig.end());

const CONFIGURATION = printerConfigurationSchema.parse({
  ...{ engine: { kind: 'zpl', host: '192.168.0.40' }, dpi: 203, physicalWidth: 104, height: 70 },
});
const page = () => new DOMWrapper(document.body);

interface Shown {
  hasJob?: boolean;
  enabled?: boolean;
  operations?: Operations['printers'];
  more?: Partial<PrinterDetail>;
}

async function open({ hasJob = false, enabled = true, operations = {}, more = {} }: Shown = {}): Promise<VueWrapper> {
  const stored = { id: 'Line 1', type: 'Zebra', configuration: CONFIGURATION, enabled, proof: 'none' as const, device: null, ...more };
  const detail = async () => stored;
  rig = await openPageRig({ printers: { detail, kinds: async () => [], ...operations } });
  const properties = { id: 'Line 1', type: 'Zebra', ...(!enabled && { enabled }) };
  const printer = aPrinter({ connection: 'c1', name: 'Line 1', properties, status: aStatus({ job: hasJob ? aJob() : null }) });
  rig.run(() => useFleetStore()).apply({ type: 'snapshot', printers: [printer], now: 0 });
  const wrapper = rig.mount(ConfigurationPanel, { connection: 'c1', printer: 'Line 1' });
  await flushPromises();
  return wrapper;
}

const press = async (text: string): Promise<void> => {
  await page()
    .findAll('button')
    .findLast((button) => button.text() === text)!
    .trigger('click');
  await flushPromises();
};

it('shows kind, address, proof and print area', async () => {
  const wrapper = await open();
  const values = wrapper.findAll('dd').map((value) => value.text());
  expect(values).toEqual(expect.arrayContaining(['Label printer (ZPL)', '192.168.0.40:9100', '104 mm × 70 mm', '203 dpi']));
  expect(values).toContain('Handed over, not proven: the printer does not report its prints.');
});

it('saves a change over the configuration that was seen', async () => {
  const puts: unknown[] = [];
  await open({ operations: { put: async (input) => (puts.push(input), { result: 'changed' }) } });
  await press('Change');
  expect(page().text()).not.toContain('A job is loaded on Line 1');
  await page().find('.configuration-form').trigger('submit');
  await flushPromises();
  expect(puts).toMatchObject([
    { printer: 'Line 1', expected: CONFIGURATION, afterJob: false, configuration: { engine: CONFIGURATION.engine } },
  ]);
});

it('H18 says that a change applies after the job, and saves it for then', async () => {
  const puts: unknown[] = [];
  await open({ hasJob: true, operations: { put: async (input) => (puts.push(input), { result: 'deferred' }) } });
  await press('Change');
  expect(page().text()).toContain('A job is loaded on Line 1');
  await press('Save for after the job');
  expect(puts[0]).toMatchObject({ afterJob: true });
});

it('offers to save for after the job when one was loaded meanwhile', async () => {
  const put = async () => {
    throw new ProblemError('in-use', { detail: 'A job is selected.' });
  };
  await open({ operations: { put } });
  await press('Change');
  await page().find('.configuration-form').trigger('submit');
  await flushPromises();
  expect(
    page()
      .findAll('button')
      .map((button) => button.text()),
  ).toContain('Save for after the job');
});

it('H18 disables after a question, and says that a printer is disabled', async () => {
  const sent: unknown[] = [];
  await open({ operations: { setEnabled: async (input) => (sent.push(input), {}) } });
  await press('Disable');
  expect(sent).toEqual([]);
  await press('Disable');
  expect(sent).toEqual([{ connection: 'c1', printer: 'Line 1', isEnabled: false }]);
});

it('enables a disabled printer', async () => {
  const sent: unknown[] = [];
  const wrapper = await open({ enabled: false, operations: { setEnabled: async (input) => (sent.push(input), {}) } });
  expect(wrapper.text()).toContain('This printer is disabled');
  await press('Enable');
  expect(sent).toEqual([{ connection: 'c1', printer: 'Line 1', isEnabled: true }]);
});

it('H19 removes after its name was typed and a reason given; prints and history stay', async () => {
  const sent: unknown[] = [];
  await open({ operations: { remove: async (input) => (sent.push(input), {}) } });
  await press('Remove');
  expect(page().find('[role=alertdialog]').text()).toContain('Its prints and its history stay.');
  await press('Remove');
  expect(sent).toEqual([]);
  const [name, reason] = page().findAll('[role=alertdialog] input');
  await name!.setValue('Line 1');
  await reason!.setValue('sold');
  await press('Remove');
  expect(sent).toEqual([{ connection: 'c1', printer: 'Line 1', reason: 'sold' }]);
});

const DEVICE = { model: 'ZT411', serial: 'A1', since: '2026-11-25T10:00:00Z' };

it('H18 accepts another device after a question that names both', async () => {
  const sent: unknown[] = [];
  const more = { device: DEVICE, otherDevice: { model: 'ZT411', serial: 'B2' } };
  const wrapper = await open({ more, operations: { acceptDevice: async (input) => (sent.push(input), {}) } });
  expect(wrapper.find('[role=alert]').text()).toContain('ZT411, B2 answers instead of ZT411, A1.');
  await press('Accept device');
  expect(sent).toEqual([]);
  await press('Accept device');
  expect(sent).toMatchObject([{ connection: 'c1', printer: 'Line 1' }]);
});

it('shows which device it is', async () => {
  const wrapper = await open({ more: { device: DEVICE } });
  expect(wrapper.findAll('dd').map((value) => value.text())).toContain('ZT411, A1');
  expect(wrapper.find('[role=alert]').exists()).toBe(false);
});

it('shows a change that waits for the end of the job, and discards it', async () => {
  const sent: unknown[] = [];
  const more = { pendingConfiguration: { ...CONFIGURATION, physicalWidth: 90 } };
  const wrapper = await open({ more, operations: { discardPending: async (input) => (sent.push(input), {}) } });
  expect(wrapper.text()).toContain('Takes effect after the job');
  expect(wrapper.find('details').text()).toContain('90 mm × 70 mm');
  await press('Discard the change');
  expect(sent).toEqual([{ connection: 'c1', printer: 'Line 1' }]);
});

it('prints a test picture, and says why it cannot', async () => {
  const sent: unknown[] = [];
  const testPrint: NonNullable<Operations['printers']>['testPrint'] = async (input) => {
    sent.push(input);
    if (sent.length > 1) throw new ProblemError('in-use', { detail: 'A job is selected.' });
    return { result: 'printing' };
  };
  const wrapper = await open({ operations: { testPrint } });
  await press('Test print');
  expect(sent).toMatchObject([{ connection: 'c1', printer: 'Line 1' }]);
  await press('Test print');
  expect(wrapper.text()).toContain('A job is selected.');
});

it('renames to a name that is free', async () => {
  const sent: unknown[] = [];
  await open({ operations: { rename: async (input) => (sent.push(input), {}) } });
  await press('Rename');
  const field = page().find('[role=dialog] input');
  await field.setValue('');
  await page().find('[role=dialog] form').trigger('submit');
  expect(sent).toEqual([]);
  await field.setValue('Filler');
  await page().find('[role=dialog] form').trigger('submit');
  await flushPromises();
  expect(sent).toEqual([{ connection: 'c1', printer: 'Line 1', newName: 'Filler' }]);
});
