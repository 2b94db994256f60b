import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { defineComponent, h, ref } from 'vue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import LabelNotices from '#renderer/panels/label-editing/LabelNotices.vue';
import LabelText from '#renderer/panels/label-editing/LabelText.vue';
import { useLabelEditing, type LabelEditing } from '#renderer/panels/label-editing/use-label-editing.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const LABEL = { format: 3, width: 10, height: 5, objs: [{ type: 'Text', name: 'Best before', text: 'A', x: 0, y: 0 }] };
const REFUSAL = new ProblemError('invalid-input', {
  errors: [
    { pointer: '/objs/0/font', detail: 'is missing' },
    { pointer: '/width', detail: 'must not be negative' },
  ],
});
let rig: PageRig;
let editing: LabelEditing;
let page: VueWrapper;

beforeEach(async () => {
  rig = await openPageRig({
    labels: {
      list: async () => [{ name: 'Case', summary: { revision: 1 } }],
      get: async () => LABEL,
      put: () => Promise.reject(REFUSAL),
    },
  });
  editing = rig.run(() => useLabelEditing({ connection: 'c1', name: 'Case' }));
  while (!editing.saved.value) await flushPromises();
  page = rig.mount(withNotices(editing), {});
});

/** The text below its notices, as on the label's page. */
function withNotices(work: LabelEditing) {
  return defineComponent({
    setup: (_, { expose }) => {
      const text = ref<{ goTo: (pointer: string) => void; goToFault: () => void }>();
      expose({ goToFault: () => text.value?.goToFault() });
      return () => [
        h(LabelNotices, { editing: work, label: work.document.value, onChoose: (pointer: string) => text.value?.goTo(pointer) }),
        h(LabelText, { ref: text, editing: work }),
      ];
    },
  });
}

afterEach(() => {
  rig.end();
});

function area(): HTMLTextAreaElement {
  return page.get('textarea').element;
}

describe('the text of a label', () => {
  it('shows every fault of a refused save with its object and pointer', async () => {
    await editing.saving.run(false);
    await flushPromises();
    expect(page.findAll('.faults button').map((button) => button.text().replaceAll(/\s+/g, ' '))).toEqual([
      'Object 1, Best before (Text), fontis missing/objs/0/font',
      'must not be negative/width',
    ]);
  });

  it('moves the caret to the position of the chosen fault', async () => {
    await editing.saving.run(false);
    await flushPromises();
    await page.findAll('.faults button')[1]?.trigger('click');
    await flushPromises();
    const { selectionStart, selectionEnd } = area();
    expect(editing.text.value.slice(0, selectionStart).endsWith('"width": ')).toBe(true);
    expect(editing.text.value.slice(selectionStart, selectionEnd)).toBe('10');
  });

  it('moves the caret to the object when a key is missing in it', async () => {
    await editing.saving.run(false);
    await flushPromises();
    await page.findAll('.faults button')[0]?.trigger('click');
    await flushPromises();
    expect(area().selectionStart).toBe(editing.text.value.indexOf('{ "type": "Text"'));
  });

  it('shows the line and column at which the text stops being JSON, and goes there', async () => {
    editing.text.value = '{\n  "format": 3\n  "width": 1\n}';
    await flushPromises();
    expect(page.get('button.fault').text()).toContain('Line 3, column 3');
    (page.vm as unknown as { goToFault: () => void }).goToFault();
    await flushPromises();
    expect(area().selectionStart).toBe(editing.text.value.indexOf('"width"'));
    expect(editing.isDocument.value).toBe(false);
  });

  it('rejects JSON that is not an object', async () => {
    editing.text.value = '[1]';
    await flushPromises();
    expect(editing.isDocument.value).toBe(false);
    expect(page.get('button.fault').text()).toContain('starts with a brace');
  });

  it('formats the text on request', async () => {
    editing.text.value = '{"format":3,"objs":[{"type":"Text"}]}';
    await flushPromises();
    await page
      .findAll('button')
      .find((button) => button.text() === 'Format')
      ?.trigger('click');
    expect(editing.text.value).toBe('{\n  "format": 3,\n  "objs": [\n    { "type": "Text" }\n  ]\n}');
  });
});

describe('the keyboard in the text', () => {
  it('indents with the Tab key', async () => {
    editing.text.value = 'ab';
    await flushPromises();
    area().setSelectionRange(1, 1);
    await page.get('textarea').trigger('keydown', { key: 'Tab' });
    expect(editing.text.value).toBe('a  b');
  });

  it('leaves the text with the Tab key after Escape', async () => {
    await page.get('textarea').trigger('keydown', { key: 'Escape' });
    const event = new KeyboardEvent('keydown', { key: 'Tab', cancelable: true, bubbles: true });
    area().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  it('keeps the indentation on a new line, and increases it after a bracket', async () => {
    editing.text.value = '  {';
    await flushPromises();
    area().setSelectionRange(3, 3);
    await page.get('textarea').trigger('keydown', { key: 'Enter' });
    expect(editing.text.value).toBe('  {\n    ');
  });
});
