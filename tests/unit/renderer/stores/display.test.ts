import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PX_PER_MM, useDisplayStore } from '#renderer/stores/display.ts';

const root = document.documentElement;

/** The store on a page that is opened now. */
function open() {
  setActivePinia(createPinia());
  return useDisplayStore();
}

function onRoot() {
  return { ...root.dataset, mm: root.style.getPropertyValue('--mm') };
}

/** A system with these media features, and a function that changes them. */
function prefer(...preferred: string[]) {
  const told: (() => void)[] = [];
  const listen = (_type: string, listener: () => void) => told.push(listener);
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        get matches() {
          return preferred.includes(query);
        },
        addEventListener: listen,
      }) as unknown as MediaQueryList,
  );
  return (...now: string[]) => {
    preferred.splice(0, preferred.length, ...now);
    for (const tell of told) tell();
  };
}

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the display settings', () => {
  it('follow the system at first, calm, without gloves, at 96 dots per inch', () => {
    prefer('(prefers-color-scheme: dark)');
    open();
    expect(onRoot()).toEqual({ theme: 'dark', palette: 'calm', glove: 'off', mm: `${PX_PER_MM.standard}px` });
  });

  it('are on the root element at once and again after a reload', () => {
    prefer();
    Object.assign(open(), { theme: 'contrast', palette: 'classic', hasGloves: true, pxPerMm: 5.91 });
    const chosen = { theme: 'contrast', palette: 'classic', glove: 'on', mm: '5.91px' };
    expect(onRoot()).toEqual(chosen);
    Object.assign(root.dataset, { theme: '', palette: '', glove: '' });
    open();
    expect(onRoot()).toEqual(chosen);
  });

  it.each([
    ['broken text', '{"theme":'],
    ['another type', '{"a":1}'],
    ['a value that is none', '"sepia"'],
    ['a screen that cannot be', '900'],
  ])('fall back for stored %s, each by itself', (_case, text) => {
    prefer();
    for (const name of ['theme', 'palette', 'pxPerMm']) localStorage.setItem(`strobe.${name}`, text);
    localStorage.setItem('strobe.gloves', 'true');
    open();
    expect(onRoot()).toEqual({ theme: 'light', palette: 'calm', glove: 'on', mm: `${PX_PER_MM.standard}px` });
  });

  it('last until the page closes in a browser that blocks storage', () => {
    prefer();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    open().theme = 'dark';
    expect(root.dataset['theme']).toBe('dark');
  });

  it('follow the system until one is chosen', async () => {
    const change = prefer();
    const display = open();
    change('(prefers-contrast: more)', '(prefers-color-scheme: dark)');
    await nextTick();
    expect([display.shownTheme, root.dataset['theme']]).toEqual(['contrast', 'contrast']);
    display.theme = 'light';
    change('(prefers-color-scheme: dark)');
    expect(root.dataset['theme']).toBe('light');
  });
});
