import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Certificate } from '#contract/station/certificates.ts';
import type { Connection } from '#contract/station/connections.ts';
import { ProblemError } from '#contract/problem.ts';
import AddConnectionDialog from '#renderer/panels/connection/AddConnectionDialog.vue';
import ChangeKeyDialog from '#renderer/panels/connection/ChangeKeyDialog.vue';
import ConnectionCard from '#renderer/panels/connection/ConnectionCard.vue';
import TrustDialog from '#renderer/panels/connection/TrustDialog.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const DAY = 24 * 3_600_000;
const printOf = (byte: string) => Array.from({ length: 32 }, () => byte).join(':');
const SHOWN: Certificate = {
  ...{ fingerprint: printOf('AB'), subject: 'CN=line-7', issuer: 'CN=line-7', isSelfSigned: true, names: ['line-7.plant.example'] },
  ...{ validFrom: Date.now() - DAY, validTo: Date.now() + DAY },
};
const REFUSED: Connection = {
  ...CONNECTION,
  ...{ embedded: false, state: 'refused', reason: 'It shows another certificate.', refusal: 'certificate', untrusted: SHOWN },
};

let rig: PageRig;
let asked: unknown[];
let refusal: ProblemError | undefined;
beforeEach(async () => {
  asked = [];
  refusal = undefined;
  const answer = async (input: unknown) => {
    asked.push(input);
    if (refusal) throw refusal;
    return {};
  };
  rig = await openPageRig({
    connections: {
      ...{ trust: answer, changeKey: answer },
      test: async () => ({ reachable: false, printers: [], hasExtensions: false, reason: 'unknown', untrusted: SHOWN }),
      add: async (input) => {
        asked.push(input);
        return CONNECTION;
      },
    },
  });
});
afterEach(() => rig.end());

async function open(component: Parameters<PageRig['mount']>[0], connection?: Connection): Promise<VueWrapper> {
  const wrapper = rig.mount(component, { open: false, ...(connection && { connection }) });
  await wrapper.setProps({ open: true });
  await flushPromises();
  return wrapper;
}

async function act(element: HTMLElement | null | undefined): Promise<void> {
  if (!element) throw new Error('It is not there.');
  element.click();
  await flushPromises();
}
const box = () => document.body.querySelector<HTMLInputElement>('input[type=checkbox]');
const button = (name: string) => [...document.body.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);

async function write(selector: string, text: string): Promise<void> {
  const field = document.body.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error('There is no field.');
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await flushPromises();
}

async function submit(): Promise<void> {
  document.body.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  await flushPromises();
}

describe('E28 the certificate of a connection', () => {
  it('E28 is trusted only after the comparison was confirmed', async () => {
    await open(TrustDialog, REFUSED);
    for (const text of [SHOWN.fingerprint, 'CN=line-7', 'self-signed', 'line-7.plant.example'])
      expect(document.body.textContent).toContain(text);
    expect(button('Trust')?.disabled).toBe(true);
    await submit();
    expect(asked).toEqual([]);
    await act(box());
    expect(button('Trust')?.disabled).toBe(false);
    await submit();
    expect(asked).toEqual([{ id: CONNECTION.id, fingerprint: SHOWN.fingerprint }]);
  });

  it('E28 that replaces a trusted one is shown next to the expected fingerprint', async () => {
    await open(TrustDialog, { ...REFUSED, trusted: printOf('01') });
    expect(document.body.textContent).toContain('certificate differs from the trusted one');
    for (const byte of ['01', 'AB']) expect(document.body.textContent).toContain(printOf(byte));
  });

  it('E28 that is not valid cannot be trusted', async () => {
    await open(TrustDialog, { ...REFUSED, untrusted: { ...SHOWN, validTo: Date.now() - DAY / 2 } });
    expect([box(), button('Trust')]).toEqual([null, undefined]);
    expect(document.body.textContent).toContain('cannot be trusted');
  });

  it('E28 resets the confirmation when the controller shows another one meanwhile', async () => {
    const dialog = await open(TrustDialog, REFUSED);
    await act(box());
    await dialog.setProps({ connection: { ...REFUSED, untrusted: { ...SHOWN, fingerprint: printOf('CD') } } });
    expect(button('Trust')?.disabled).toBe(true);
  });

  it('E28 is compared before its controller is added', async () => {
    await open(AddConnectionDialog);
    await write('input', 'https://10.0.0.7:7311');
    await submit();
    expect(document.body.textContent).toContain(SHOWN.fingerprint);
    expect([button('Add anyway'), button('Trust and add')?.disabled]).toEqual([undefined, true]);
    await submit();
    expect(asked).toEqual([]);
    await act(box());
    await submit();
    expect(asked).toContainEqual({ url: 'https://10.0.0.7:7311', fingerprint: SHOWN.fingerprint });
  });
});

describe('the key of a connection', () => {
  it('E8 is changed, and a refused key is reported at its field', async () => {
    refusal = new ProblemError('unauthorized', { detail: 'The key is not valid.' });
    await open(ChangeKeyDialog, REFUSED);
    await submit();
    expect([asked, document.body.querySelector('[role=alert]')?.textContent]).toEqual([[], 'Enter an API key.']);
    await write('input[type=password]', ' strobe_new ');
    await submit();
    expect(asked).toEqual([{ id: CONNECTION.id, key: 'strobe_new' }]);
    expect(document.body.textContent).toContain('The key is not valid.');
  });

  it('is removed only on explicit request', async () => {
    await open(ChangeKeyDialog, { ...REFUSED, hasKey: true });
    await act(box());
    await submit();
    expect(asked).toEqual([{ id: CONNECTION.id, key: null }]);
  });
});

describe('the card of a refused connection', () => {
  const keysOf = (connection: Connection) =>
    rig
      .mount(ConnectionCard, { connection, canGoUp: false, canGoDown: false })
      .findAll('button')
      .map((one) => one.text());

  it('E28 E8 links to the dialog that resolves it', () => {
    expect(keysOf(REFUSED)).toContain('Compare certificate');
    expect(keysOf({ ...REFUSED, refusal: 'key', untrusted: null })).toContain('New API key');
    expect(keysOf({ ...REFUSED, refusal: 'other', untrusted: null })).not.toContain('New API key');
  });

  it('asks for a key that cannot be decrypted any more, also while the controller answers without it', () => {
    const lost: Connection = { ...CONNECTION, embedded: false, hasKey: false, isKeyLost: true };
    const card = rig.mount(ConnectionCard, { connection: lost, canGoUp: false, canGoDown: false });
    expect(card.text()).toContain('can no longer read the API key');
    expect(keysOf(lost)).toContain('New API key');
    expect(keysOf({ ...lost, hasKey: true, isKeyLost: undefined })).not.toContain('New API key');
  });
});
