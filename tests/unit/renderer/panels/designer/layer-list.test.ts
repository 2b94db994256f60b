import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { allObjects } from '#renderer/domain/label-document/object-tree.ts';
import LayerList from '#renderer/panels/designer/LayerList.vue';
import { openPageI18n } from '#support/open-page-i18n.ts';

const TEXT = { type: 'Text', x: 1, y: 1, text: 'Lot' };
const RECT = { type: 'Rect', x: 1, y: 1, width: 5, height: 5, name: 'Frame' };
let list: VueWrapper;

async function open(objs: readonly unknown[]) {
  const i18n = await openPageI18n();
  list = mount(LayerList, {
    props: { objects: allObjects({ objs }), selection: [], faulty: new Set<string>(), heads: new Map<string, string>() },
    global: { plugins: [i18n] },
  });
  return i18n;
}

function rows(): string[] {
  return list.findAll('li').map((row) => row.get('.name').text());
}

afterEach(() => {
  list.unmount();
});

describe('the list of the objects of a label', () => {
  it('lists each by its name or content, the topmost first', async () => {
    await open([TEXT, { type: 'ObjectGroup', children: [RECT] }]);
    expect(rows()).toEqual(['Frame', 'ObjectGroup (1)', 'Lot']);
  });

  it('follows typing in an object, and does not render the other rows', async () => {
    await open([TEXT, RECT]);
    const [, other] = list.findAll('li').map(({ element }) => element.innerHTML);
    await list.setProps({ objects: allObjects({ objs: [{ ...TEXT, text: 'Lot 7' }, RECT] }) });
    expect(rows()).toEqual(['Frame', 'Lot 7']);
    await list.setProps({ objects: allObjects({ objs: [TEXT, RECT] }) });
    expect(list.findAll('li').map(({ element }) => element.innerHTML)[1]).toBe(other);
  });

  it('follows objects that are reordered', async () => {
    await open([TEXT, RECT]);
    await list.setProps({ objects: allObjects({ objs: [RECT, TEXT] }) });
    expect(rows()).toEqual(['Lot', 'Frame']);
  });

  it('marks the selected objects and those that cannot be drawn, and removes the marks', async () => {
    await open([TEXT, RECT]);
    const marks = () =>
      list.findAll('li').map((row) => [row.get('button').attributes('aria-pressed'), row.text().includes('cannot be drawn')]);
    await list.setProps({ selection: ['/objs/0'], faulty: new Set(['/objs/1']) });
    expect(marks()).toEqual([
      ['false', true],
      ['true', false],
    ]);
    await list.setProps({ selection: [], faulty: new Set() });
    expect(marks()).toEqual([
      ['false', false],
      ['false', false],
    ]);
  });

  it('names the print heads of each object, and follows an object to another head', async () => {
    await open([TEXT, RECT]);
    const notes = () => list.findAll('li').map((row) => row.get('.type').text());
    expect(notes()).toEqual(['Rect', 'Text']);
    await list.setProps({ heads: new Map([['/objs/0', 'PH1 and PH2']]) });
    expect(notes()).toEqual(['Rect', 'Text · PH1 and PH2']);
    await list.setProps({ heads: new Map([['/objs/0', 'PH1']]) });
    expect(notes()).toEqual(['Rect', 'Text · PH1']);
  });

  it('extends the current selection, also by a row that was not rendered since', async () => {
    await open([TEXT, RECT]);
    await list.setProps({ selection: ['/objs/0'] });
    await list.findAll('button')[0]?.trigger('click', { ctrlKey: true });
    expect(list.emitted('select')).toEqual([[['/objs/0', '/objs/1']]]);
  });

  it('changes its language at once', async () => {
    const i18n = await open([TEXT]);
    await list.setProps({ faulty: new Set(['/objs/0']) });
    const before = list.text();
    await i18n.showLanguage('de');
    await nextTick();
    expect(list.text()).not.toBe(before);
  });
});
