import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PX_PER_MM, useDisplayStore } from '#renderer/stores/display.ts';

const root = document.documentElement;

/** The store as a page has it that is opened now. */
function open() {
  setActivePinia(createPinia());
  return useDisplayStore();
}

function onRoot() {
  return { ...root.dataset, mm: root.style.getPropertyValue('--mm') };
}

/** A system that prefers these media features, and the way to tell the page of a change. */
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

describe('the choices of a screen', () => {
  it('begin as the system asks, calm, for bare hands, at 96 dots per inch', () => {
    prefer('(prefers-color-scheme: dark)');
    open();
    expect(onRoot()).toEqual({ theme: 'dark', palette: 'calm', glove: 'off', mm: `${PX_PER_MM.standard}px` });
  });

  it('are on the root at once and there again after a reload', () => {
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
  ])('fall back where %s is kept, each by itself', (_case, text) => {
    prefer();
    for (const name of ['theme', 'palette', 'pxPerMm']) localStorage.setItem(`strobe.${name}`, text);
    localStorage.setItem('strobe.gloves', 'true');
    open();
    expect(onRoot()).toEqual({ theme: 'light', palette: 'calm', glove: 'on', mm: `${PX_PER_MM.standard}px` });
  });

  it('hold while the page is open where the browser keeps nothing', () => {
    prefer();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    open().theme = 'dark';
    expect(root.dataset['theme']).toBe('dark');
  });

  it('follow the system while nobody chose', async () => {
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
