import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Component } from 'vue';
import { afterEach, beforeEach, expect, it } from 'vitest';
import GalleryPage from '#renderer/pages/GalleryPage.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const UI = join(import.meta.dirname, '../../../../renderer/ui');

let rig: PageRig;
beforeEach(async () => (rig = await openPageRig({})));
afterEach(() => rig.end());

it('shows every plain component', async () => {
  const gallery = rig.mount(GalleryPage);
  const missing: string[] = [];
  for (const file of globSync(join(UI, '*.vue'))) {
    const { default: component } = (await import(file)) as { default: Component };
    if (!gallery.findComponent(component).exists()) missing.push(basename(file, '.vue'));
  }
  expect(missing).toEqual([]);
});
