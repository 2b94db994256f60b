import { computed } from 'vue';
import { aligned, distributed, type Axis, type Edge, type Displacement } from './document/arranging.ts';
import { copiedObjects, keepCopied } from './document/clipboard.ts';
import { entriesOf, type Box, type DesignObject } from './document/design-object.ts';
import { grouped, restacked, ungrouped, type Step } from './document/grouping.ts';
import { movedBy } from './document/moving.ts';
import { allObjects, editObjects, insertAt, outermost, removeAt } from './document/object-tree.ts';
import type { DesignWork } from './use-design-work.ts';
import type { Designer } from './use-designer.ts';

/** How far a copy lies from what it is a copy of, in millimetres. */
const BESIDE = { x: 2, y: 2 };

/** Everything that can be done with what is selected, by a key of the keyboard or a key on the screen. */
export function useDesignCommands(designer: Designer, work: DesignWork, labelBox: () => Box) {
  const hasSelection = computed(() => designer.selection.value.length > 0);
  const isOne = computed(() => designer.selection.value.length === 1);
  const canGroup = computed(() => designer.selection.value.length > 1);
  const canUngroup = computed(() => designer.selected.value.some(({ object }) => object['type'] === 'ObjectGroup'));

  function chosen(): DesignObject[] {
    const outer = new Set(outermost(designer.selection.value));
    return designer.selected.value.filter(({ pointer }) => outer.has(pointer)).map(({ object }) => object);
  }

  /** On top of everything, and selected. */
  function add(...objects: readonly DesignObject[]): void {
    const document = designer.settled.value;
    const index = entriesOf(document, 'objs').length;
    designer.changeAndSelect({ document: insertAt(document, { holder: '', index }, objects), objects });
  }

  function remove(): void {
    const { value } = designer.selection;
    designer.select([]);
    designer.change(removeAt(designer.settled.value, value));
  }

  /** False when this browser keeps nothing. */
  function copy(): boolean {
    return !hasSelection.value || keepCopied(localStorage, chosen());
  }

  function paste(): void {
    const objects = copiedObjects(localStorage);
    if (objects.length > 0) add(...objects.map((object) => movedBy(object, BESIDE)));
  }

  function duplicate(): void {
    if (hasSelection.value) add(...chosen().map((object) => movedBy(object, BESIDE)));
  }

  function moveEach(shifts: ReadonlyMap<string, Displacement>, deed?: string): void {
    designer.change(
      editObjects(designer.settled.value, (object, pointer) => {
        const shift = shifts.get(pointer);
        return shift ? [movedBy(object, shift)] : undefined;
      }),
      deed,
    );
  }

  /** Millimetres; keys pressed one after another are one step back. */
  function nudge(by: Displacement): void {
    moveEach(new Map(outermost(designer.selection.value).map((pointer) => [pointer, by])), 'nudge');
  }

  /** One object to the label, several to each other. */
  function align(edge: Edge): void {
    arrange((boxes) => aligned(boxes, edge, boxes.length === 1 ? labelBox() : undefined));
  }

  function distribute(axis: Axis): void {
    arrange((boxes) => distributed(boxes, axis));
  }

  function arrange(shiftsOf: (boxes: readonly Box[]) => Displacement[]): void {
    const placed = outermost(designer.selection.value).flatMap((pointer) => {
      const box = work.boxOf(pointer);
      return box ? [{ pointer, box }] : [];
    });
    const shifts = shiftsOf(placed.map(({ box }) => box));
    moveEach(new Map(placed.map(({ pointer }, index) => [pointer, shifts[index] ?? { x: 0, y: 0 }])));
  }

  const group = () => canGroup.value && designer.changeAndSelect(grouped(designer.settled.value, designer.selection.value));
  const ungroup = () => canUngroup.value && designer.changeAndSelect(ungrouped(designer.settled.value, designer.selection.value));
  const restack = (step: Step) => {
    const [pointer] = designer.selection.value;
    if (pointer !== undefined) designer.changeAndSelect(restacked(designer.settled.value, pointer, step));
  };

  function selectAll(): void {
    designer.select(allObjects(designer.settled.value).flatMap(({ pointer }) => (/^\/objs\/\d+$/u.test(pointer) ? [pointer] : [])));
  }

  /** The next or the previous object in the drawing order, so that everything is reached without a pointer. */
  function selectNext(step: 1 | -1): void {
    const all = allObjects(designer.settled.value).map(({ pointer }) => pointer);
    const at = all.indexOf(designer.selection.value.at(-1) ?? '');
    const next = all[(at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step + all.length) % Math.max(1, all.length)];
    if (next !== undefined) designer.select([next]);
  }

  return {
    count: () => designer.selection.value.length,
    hasSelection,
    isOne,
    canGroup,
    canUngroup,
    add,
    remove,
    copy,
    paste,
    duplicate,
    nudge,
    align,
    distribute,
    group,
    ungroup,
    restack,
    selectAll,
    selectNext,
  };
}

export type DesignCommands = ReturnType<typeof useDesignCommands>;
