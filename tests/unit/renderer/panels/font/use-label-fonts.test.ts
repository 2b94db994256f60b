import { flushPromises } from '@vue/test-utils';
import axios, { AxiosError, AxiosHeaders, type AxiosResponse } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick, shallowRef, type Ref } from 'vue';
import { ProblemError } from '#contract/problem.ts';
import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import type { LabelNeeds } from '#rendering/label/label-needs.ts';
import { useLabelFonts } from '#renderer/panels/font/use-label-fonts.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const FAMILIES = ['Arimo', 'DejaVu Sans', 'DejaVu Sans Mono'];
const PLAIN = (await readBundledFonts()).filter(({ style }) => style === '');

/** Pending requests to the controller, by family. */
type Waiting = Map<string, { give: () => void; refuse: () => void }>;

let rig: PageRig;
let waiting: Waiting;
let needs: Ref<LabelNeeds>;

const naming = (...families: string[]): LabelNeeds => ({
  ...{ variables: [], counters: [], shiftCodes: [], columns: [], moment: false },
  fonts: families.map((family) => ({ family, style: '' })),
});

beforeEach(async () => {
  waiting = new Map();
  needs = shallowRef(naming());
  vi.spyOn(axios, 'get').mockImplementation((address) => {
    const [, family = ''] = /\/fonts\/([^/]*)\//.exec(decodeURIComponent(address)) ?? [];
    const { promise, resolve, reject } = Promise.withResolvers<{ data: ArrayBufferLike | undefined }>();
    const give = () => resolve({ data: PLAIN.find((font) => font.family === family)?.bytes.buffer });
    waiting.set(family, { give, refuse: () => reject(notFound()) });
    return promise;
  });
  const list = FAMILIES.map((family) => ({ family, style: 'Regular', isBundled: true, bytes: 1 }));
  rig = await openPageRig({ fonts: { list: async () => list } });
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
});
afterEach(() => {
  rig.end();
  vi.restoreAllMocks();
});

function notFound(): AxiosError {
  const config = { headers: new AxiosHeaders() };
  const data = JSON.stringify(new ProblemError('not-found').toProblem());
  const response: AxiosResponse = { data, status: 404, statusText: '', headers: {}, config };
  return new AxiosError('', undefined, config, undefined, response);
}

/** A label with the first font, which is available. */
async function opened() {
  const fonts = rig.run(() => useLabelFonts('c1', needs));
  await flushPromises();
  waiting.get('Arimo')?.give();
  await vi.waitUntil(() => fonts.library.value !== undefined);
  return fonts;
}

/** Adds a font, and then another one, before the first is loaded. */
async function nameTwo(): Promise<void> {
  needs.value = naming('DejaVu Sans');
  await nextTick();
  needs.value = naming('DejaVu Sans', 'DejaVu Sans Mono');
  await nextTick();
}

describe('the fonts of a label', () => {
  it('are complete when several arrive at the same time', async () => {
    const { library } = await opened();
    await nameTwo();
    for (const family of ['DejaVu Sans', 'DejaVu Sans Mono']) waiting.get(family)?.give();
    await vi.waitUntil(() => library.value?.families.includes('DejaVu Sans Mono'));
    await flushPromises();
    expect([...(library.value?.families ?? [])].sort()).toEqual(FAMILIES);
  });

  it('that are missing stay reported when another one arrives, until the label no longer uses them', async () => {
    const { library, missing } = await opened();
    await nameTwo();
    waiting.get('DejaVu Sans')?.refuse();
    await flushPromises();
    waiting.get('DejaVu Sans Mono')?.give();
    await vi.waitUntil(() => library.value?.families.includes('DejaVu Sans Mono'));
    expect(missing.value.map(({ font, problem }) => [font.family, problem?.slug])).toEqual([['DejaVu Sans', 'not-found']]);
    needs.value = naming('DejaVu Sans Mono');
    await flushPromises();
    expect(missing.value).toEqual([]);
  });

  it('that are missing are requested again with the next change', async () => {
    const { library, missing } = await opened();
    needs.value = naming('DejaVu Sans');
    await nextTick();
    waiting.get('DejaVu Sans')?.refuse();
    await flushPromises();
    needs.value = naming('DejaVu Sans');
    await nextTick();
    waiting.get('DejaVu Sans')?.give();
    await vi.waitUntil(() => library.value?.families.includes('DejaVu Sans'));
    expect(missing.value).toEqual([]);
  });
});
