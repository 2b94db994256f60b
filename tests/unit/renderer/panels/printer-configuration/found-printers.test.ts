import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { FoundPrinter } from '#contract/api-v3/found-printer.ts';
import { ProblemError } from '#contract/problem.ts';
import { addressOfFound, fillInFound } from '#renderer/domain/printers/found-printer.ts';
import { configurationOf, newPrinterForm } from '#renderer/domain/printers/printer-form.ts';
import AddPrinter from '#renderer/panels/printer-configuration/AddPrinter.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
afterEach(() => rig.end());

const ZEBRA: FoundPrinter = { kind: 'zpl', name: 'Case line', host: '10.0.0.7', port: 9_100, model: 'ZT411' };
const UNKNOWN: FoundPrinter = { name: 'Coder', host: 'fd00::7', port: 9_200 };

async function open(search: () => Promise<FoundPrinter[]>): Promise<VueWrapper> {
  const kinds = ['zpl', 'ipp', 'raw', 'virtual'].map((kind) => ({
    ...{ kind, shape: 'bitmap' as const, proof: 'id' as const, tried: 'emulator' as const, hasProductDetector: false, schema: {} },
  }));
  rig = await openPageRig({ printers: { kinds: async () => kinds, search } });
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

describe('the network', () => {
  it('is searched only when a person presses the button', async () => {
    let searches = 0;
    const wrapper = await open(async () => (searches++, []));
    expect([searches, wrapper.text()]).toEqual([0, expect.stringContaining('The network is searched only when you start it.')]);
    await press(wrapper, 'Search');
    expect([searches, wrapper.text()]).toEqual([1, expect.stringContaining('No printer has announced itself.')]);
    await press(wrapper, 'Search again');
    expect(searches).toBe(2);
  });

  it('that cannot be searched is a problem with a way out', async () => {
    const wrapper = await open(() => Promise.reject(new ProblemError('search-failed')));
    await press(wrapper, 'Search');
    expect(wrapper.text()).toContain('Check the network connection of the controller.');
  });
});

describe('a printer on the network', () => {
  it('is chosen: its kind and address are filled in, and it is tested next', async () => {
    const wrapper = await open(async () => [ZEBRA]);
    await press(wrapper, 'Search');
    await press(wrapper, 'Use');
    expect(wrapper.find('h2').text()).toBe('Which device is it?');
    expect(wrapper.findAll('input').map(({ element }) => element.value)).toEqual(expect.arrayContaining(['10.0.0.7', '9100']));
  });

  it('of an unknown language is used as the person says', async () => {
    const wrapper = await open(async () => [UNKNOWN]);
    await press(wrapper, 'Search');
    expect(wrapper.text()).toContain('[fd00::7]:9200');
    await press(wrapper, 'Use as other device');
    expect(wrapper.find('h2').text()).toBe('Which device is it?');
    expect(wrapper.findAll('input').map(({ element }) => element.value)).toEqual(expect.arrayContaining(['fd00::7', '9200']));
  });

  it('with IPP is configured by its address', () => {
    const form = newPrinterForm();
    const url = 'ipp://10.0.0.8:631/ipp/print';
    const printer: FoundPrinter = { kind: 'ipp', name: 'Office', host: '10.0.0.8', port: 631, url };
    fillInFound(form, printer, 'ipp');
    expect([configurationOf(form), addressOfFound(printer)]).toEqual([
      expect.objectContaining({ engine: { kind: 'ipp', url }, physicalWidth: 210 }),
      url,
    ]);
  });
});
