import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import AddConnectionDialog from '#renderer/panels/connection/AddConnectionDialog.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
let dialog: VueWrapper;
let isReachable: boolean;
let added: unknown[];
let refusal: ProblemError | undefined;

beforeEach(async () => {
  isReachable = true;
  added = [];
  refusal = undefined;
  rig = await openPageRig({
    connections: {
      test: async ({ url }) =>
        isReachable
          ? { reachable: true, printers: ['Line 7'], hasExtensions: true, reason: null, untrusted: null }
          : { reachable: false, printers: [], hasExtensions: false, reason: `${url} does not answer`, untrusted: null },
      add: async (input) => {
        if (refusal) throw refusal;
        added.push(input);
        return { ...CONNECTION, name: 'Line 7' };
      },
    },
  });
  dialog = rig.mount(AddConnectionDialog, { open: false });
  await dialog.setProps({ open: true });
  await flushPromises();
});

afterEach(() => {
  rig.end();
});

async function write(address: string): Promise<void> {
  const field = document.body.querySelector('input');
  if (!field) throw new Error('There is no field.');
  field.value = address;
  field.dispatchEvent(new Event('input'));
  await flushPromises();
}

async function submit(): Promise<void> {
  document.body.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  await flushPromises();
}

function buttons(): string[] {
  return [...document.body.querySelectorAll('.answers button')].map((button) => button.textContent?.trim() ?? '');
}

function primaryButtons(): string[] {
  return [...document.body.querySelectorAll('.answers button.primary')].map((button) => button.textContent?.trim() ?? '');
}

describe('adding a connection', () => {
  it.each(['', '192.168.0.20:7311', 'ftp://somewhere', 'http://host/api/v3'])('refuses the address "%s" at its field', async (address) => {
    await write(address);
    await submit();
    expect(document.body.querySelector('[role=alert]')?.textContent).toContain('http://192.168.0.20:7311');
    expect(document.body.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
  });

  it('tests the address first, then adds it', async () => {
    await write('http://10.0.0.7:7311');
    expect(buttons()).toEqual(['Test']);
    await submit();
    expect(document.body.textContent).toContain('1 printer: Line 7');
    expect([added, primaryButtons()]).toEqual([[], ['Add']]);
    await submit();
    expect(added).toEqual([{ url: 'http://10.0.0.7:7311' }]);
  });

  it('shows why an address does not answer, and can add it anyway', async () => {
    isReachable = false;
    await write('http://10.0.0.7:7311');
    await submit();
    expect(document.body.textContent).toContain('http://10.0.0.7:7311 does not answer');
    expect(buttons()).toEqual(['Test', 'Add anyway']);
    expect(primaryButtons()).toEqual(['Test']);
    await submit();
    expect(added).toEqual([]);
  });

  it('discards the test of an address that was changed', async () => {
    await write('http://10.0.0.7:7311');
    await submit();
    await write('http://10.0.0.8:7311');
    expect(buttons()).toEqual(['Test']);
  });

  it('keeps the inputs when the station refuses it', async () => {
    refusal = new ProblemError('connection-exists', { detail: 'This controller is connected as "Line 1".' });
    await write('http://10.0.0.7:7311');
    await submit();
    await submit();
    expect(document.body.textContent).toContain('This controller is connected as "Line 1".');
    expect(document.body.querySelector('input')?.value).toBe('http://10.0.0.7:7311');
  });

  it('sends a key that is hidden on the screen, and tests again when it changes', async () => {
    await write('http://192.168.0.20:7311');
    await submit();
    expect(buttons()).toHaveLength(2);
    const field = document.body.querySelector<HTMLInputElement>('input[type=password]');
    expect(field?.labels?.[0]?.textContent).toContain('API key');
    field!.value = ' strobe_key ';
    field!.dispatchEvent(new Event('input'));
    await flushPromises();
    expect(buttons()).toHaveLength(1);
    await submit();
    await submit();
    expect(added).toEqual([{ url: 'http://192.168.0.20:7311', key: 'strobe_key' }]);
  });
});
