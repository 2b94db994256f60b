import { nextTick, ref } from 'vue';
import { describe, expect, it } from 'vitest';
import { useDesigner, type Designer } from '#renderer/panels/designer/use-designer.ts';
import { formatJson } from '#renderer/domain/json/format-json.ts';

const LABEL = {
  format: 3,
  width: 50,
  height: 20,
  vendor: { keep: 1 },
  objs: [
    { type: 'Rect', x: 1, y: 1, width: 5, height: 5, hint: 'kept' },
    { type: 'Text', x: 10, y: 1, text: 'Lot', font: { family: 'Arimo', height: 3 } },
  ],
};

function opened(text = formatJson(LABEL)): { designer: Designer; text: ReturnType<typeof ref<string>> } {
  const shown = ref(text);
  const designer = useDesigner({ text: shown, write: (next: string) => void (shown.value = next) });
  return { designer, text: shown };
}

describe('the designer', () => {
  it('writes every change into the text, and keeps unknown keys', () => {
    const { designer, text } = opened();
    designer.select(['/objs/0']);
    designer.replace((object) => ({ ...object, x: 7 }));
    expect(JSON.parse(String(text.value))).toEqual({ ...LABEL, objs: [{ ...LABEL.objs[0], x: 7 }, LABEL.objs[1]] });
  });

  it('adds a change of the text as one undo step', async () => {
    const { designer, text } = opened();
    text.value = formatJson({ ...LABEL, width: 60 });
    await nextTick();
    text.value = formatJson({ ...LABEL, width: 61 });
    await nextTick();
    expect(designer.document.value).toMatchObject({ width: 61 });
    designer.undo();
    expect(JSON.parse(String(text.value))).toEqual(LABEL);
    expect(designer.steps.value).toEqual({ canUndo: false, canRedo: true });
  });

  it('keeps the last label while the text is not JSON, and says so', async () => {
    const { designer, text } = opened();
    text.value = '{ "format": 3,';
    await nextTick();
    expect(designer.isBroken.value).toBe(true);
    expect(designer.document.value).toEqual(LABEL);
    text.value = formatJson(LABEL);
    await nextTick();
    expect(designer.isBroken.value).toBe(false);
  });

  it('shows a running gesture without writing it', () => {
    const { designer, text } = opened();
    const before = text.value;
    designer.sketch({ ...LABEL, width: 99 });
    expect(designer.document.value).toMatchObject({ width: 99 });
    expect(designer.settled.value).toEqual(LABEL);
    designer.sketch();
    expect(designer.document.value).toEqual(LABEL);
    expect(text.value).toBe(before);
  });

  it('merges the letters of one field into one undo step, and those of the next into another', () => {
    const { designer } = opened();
    designer.select(['/objs/1']);
    for (const text of ['L', 'LO', 'LOT']) designer.replace((object) => ({ ...object, text }), '/objs/1#text');
    designer.replace((object) => ({ ...object, x: 12 }), '/objs/1#x');
    designer.undo();
    expect(designer.document.value).toMatchObject({ objs: [{}, { x: 10, text: 'LOT' }] });
    designer.undo();
    expect(designer.document.value).toEqual(LABEL);
    designer.redo();
    designer.redo();
    expect(designer.document.value).toMatchObject({ objs: [{}, { x: 12, text: 'LOT' }] });
  });

  it('removes deleted objects from the selection', () => {
    const { designer } = opened();
    designer.select(['/objs/0', '/objs/1']);
    designer.change({ ...LABEL, objs: [LABEL.objs[0]] });
    expect(designer.selection.value).toEqual(['/objs/0']);
    designer.undo();
    designer.select(['/objs/1']);
    designer.redo();
    expect(designer.selection.value).toEqual([]);
  });
});
