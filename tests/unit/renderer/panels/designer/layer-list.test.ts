import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { createWords, speak } from '#renderer/locales/i18n.ts';
import { allObjects } from '#renderer/panels/designer/document/object-tree.ts';
import LayerList from '#renderer/panels/designer/LayerList.vue';

const TEXT = { type: 'Text', x: 1, y: 1, text: 'Lot' };
const RECT = { type: 'Rect', x: 1, y: 1, width: 5, height: 5, name: 'Frame' };
let list: VueWrapper;

function open(objs: readonly unknown[]) {
  const words = createWords();
  list = mount(LayerList, {
    props: { objects: allObjects({ objs }), selection: [], faulty: new Set<string>() },
    global: { plugins: [words] },
  });
  return words;
}

function rows(): string[] {
  return list.findAll('li').map((row) => row.get('.name').text());
}

afterEach(() => {
  list.unmount();
});

describe('the list of the objects of a label', () => {
  it('tells each by its name or what it says, the topmost first', () => {
    open([TEXT, { type: 'ObjectGroup', children: [RECT] }]);
    expect(rows()).toEqual(['Frame', 'ObjectGroup (1)', 'Lot']);
  });

  it('follows what is typed into an object, and leaves the other rows alone', async () => {
    open([TEXT, RECT]);
    const [, other] = list.findAll('li').map(({ element }) => element.innerHTML);
    await list.setProps({ objects: allObjects({ objs: [{ ...TEXT, text: 'Lot 7' }, RECT] }) });
    expect(rows()).toEqual(['Frame', 'Lot 7']);
    await list.setProps({ objects: allObjects({ objs: [TEXT, RECT] }) });
    expect(list.findAll('li').map(({ element }) => element.innerHTML)[1]).toBe(other);
  });

  it('follows objects that change places', async () => {
    open([TEXT, RECT]);
    await list.setProps({ objects: allObjects({ objs: [RECT, TEXT] }) });
    expect(rows()).toEqual(['Lot', 'Frame']);
  });

  it('marks what is selected and what cannot be drawn, and takes the marks away again', async () => {
    open([TEXT, RECT]);
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

  it('adds to what is selected now, also by a row that was not drawn again since', async () => {
    open([TEXT, RECT]);
    await list.setProps({ selection: ['/objs/0'] });
    await list.findAll('button')[0]?.trigger('click', { ctrlKey: true });
    expect(list.emitted('select')).toEqual([[['/objs/0', '/objs/1']]]);
  });

  it('speaks another language at once', async () => {
    const words = open([TEXT]);
    await list.setProps({ faulty: new Set(['/objs/0']) });
    const before = list.text();
    await speak(words, 'de');
    await nextTick();
    expect(list.text()).not.toBe(before);
  });
});
