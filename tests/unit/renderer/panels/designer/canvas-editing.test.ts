import { ref, shallowRef } from 'vue';
import { describe, expect, it } from 'vitest';
import type { Box } from '#renderer/domain/label-document/design-object.ts';
import { boxAround } from '#renderer/domain/label-geometry/move-object.ts';
import { useCanvasEditing } from '#renderer/panels/designer/use-canvas-editing.ts';
import { useDesigner } from '#renderer/panels/designer/use-designer.ts';
import { formatJson } from '#renderer/domain/json/format-json.ts';
import { LabelPreview } from '#rendering/label/preview/label-preview.ts';
import { fonts, labelOf, TEN_PER_MM, VALUES } from '../../../electron/rendering/drawing-support.ts';

const RECT = { type: 'Rect', x: 10, y: 10, width: 10, height: 5 };
const TEXT = { type: 'Text', x: 20, y: 10, text: 'A', font: { family: 'Arimo', height: 4 } };
const GROUP = { type: 'ObjectGroup', children: [RECT, TEXT] };
const EDGES = { left: false, top: false, right: true, bottom: true };

/** The canvas editing of a label with these objects at their drawn positions. */
function workOn(objs: unknown[]) {
  const label = labelOf(objs, { width: 60, height: 40 });
  const sheet = new LabelPreview(TEN_PER_MM, fonts);
  sheet.update(label, VALUES);
  const text = ref(formatJson(label));
  const designer = useDesigner({ text, write: (next: string) => void (text.value = next) });
  const places = { parts: shallowRef(sheet.parts), size: ref(sheet.size), resolution: ref(sheet.resolution) };
  const snap = ref({ grid: 0, toDots: false, toObjects: false });
  const labelBox = () => ({ x: 0, y: 0, width: 60, height: 40 });
  const work = useCanvasEditing(designer, places, { snap, scale: () => 10, labelBox });
  /** The box of the selection at twice its size. */
  function heldTwice(): Box {
    const { x, y, width, height } = boxAround(work.selectedBoxes.value) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x, y, width: 2 * width, height: 2 * height };
  }
  return { designer, work, heldTwice };
}

const BOTH = [
  { ...RECT, width: 20, height: 10 },
  { ...TEXT, x: 30, font: { family: 'Arimo', height: 8 } },
];

describe('handles', () => {
  it('resize a group as a whole, in one undo step', () => {
    const { designer, work, heldTwice } = workOn([GROUP]);
    designer.select(['/objs/0']);
    expect(work.resizeMode.value).toBe('even');
    work.pointer.resize({ ...heldTwice(), width: 1, height: 1 }, EDGES);
    work.pointer.resize(heldTwice(), EDGES);
    work.pointer.drop();
    expect(designer.document.value).toMatchObject({ objs: [{ ...GROUP, children: BOTH }] });
    designer.undo();
    expect(designer.document.value).toMatchObject({ objs: [GROUP] });
    expect(designer.steps.value.canUndo).toBe(false);
  });

  it('resize several objects as one', () => {
    const { designer, work, heldTwice } = workOn([RECT, TEXT, { ...RECT, x: 40 }]);
    designer.select(['/objs/0', '/objs/1']);
    work.pointer.resize(heldTwice(), EDGES);
    work.pointer.drop();
    expect(designer.document.value).toMatchObject({ objs: [...BOTH, { ...RECT, x: 40 }] });
  });

  it('restore a group when the gesture is cancelled', () => {
    const { designer, work, heldTwice } = workOn([GROUP]);
    designer.select(['/objs/0']);
    work.pointer.resize(heldTwice(), EDGES);
    work.pointer.cancel();
    expect(designer.document.value).toMatchObject({ objs: [GROUP] });
    expect(designer.steps.value.canUndo).toBe(false);
  });

  it('are hidden where nothing is drawn', () => {
    const { designer, work } = workOn([{ type: 'ObjectGroup', children: [] }]);
    designer.select(['/objs/0']);
    expect(work.resizeMode.value).toBe('none');
  });

  it('have a keyboard equivalent', () => {
    const { designer, work } = workOn([GROUP]);
    designer.select(['/objs/0']);
    work.scale(2);
    expect(designer.document.value).toMatchObject({ objs: [{ ...GROUP, children: BOTH }] });
    designer.undo();
    expect(designer.document.value).toMatchObject({ objs: [GROUP] });
  });
});
